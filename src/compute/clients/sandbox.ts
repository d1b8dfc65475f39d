import workerScript from '../code/worker.ts?bundled';
import type { CodeReply, CodeRequest } from '../code/messages.ts';
import type { Sandbox } from '../code/run.ts';

/**
 * No network, and scripts of blobs only; the worker inherits it. `unsafe-eval` finds the place of a syntax error. The
 * page's origin is not the frame's, so neither storage nor the page can be reached from it.
 */
const POLICY = (nonce: string): string =>
  [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}' 'unsafe-eval' blob:`,
    `worker-src blob:`,
    `connect-src 'none'`,
  ].join('; ');

/** Starts the worker that it is sent and hands it the page's port. Nothing of the user's runs in the frame itself. */
const FRAME_SCRIPT = `
addEventListener('message', ({ data, ports: [port, reports] }) => {
  const end = (error) => reports.postMessage(String(error?.message ?? ''));
  try {
    const worker = new Worker(URL.createObjectURL(new Blob([data], { type: 'text/javascript' })));
    worker.onerror = (event) => { event.preventDefault(); end(event); };
    worker.postMessage(null, [port]);
  } catch (error) { end(error); }
}, { once: true });`;

/** A sandboxed frame with a worker in it, for the user's own code. */
export function openSandbox(): Sandbox {
  const toWorker = new MessageChannel();
  const reports = new MessageChannel();
  const frame = document.createElement('iframe');
  const nonce = Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.hidden = true;
  frame.title = 'Sandbox of your own code';
  frame.srcdoc = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${POLICY(nonce)}"><script nonce="${nonce}">${FRAME_SCRIPT}</script>`;
  const sandbox: Sandbox = {
    post: (request: CodeRequest) => toWorker.port1.postMessage(request),
    onReply: () => {},
    onEnd: () => {},
    close: () => {
      frame.remove();
      toWorker.port1.close();
      reports.port1.close();
    },
  };
  toWorker.port1.onmessage = ({ data }: MessageEvent<CodeReply>) => sandbox.onReply(data);
  reports.port1.onmessage = ({ data }: MessageEvent<string>) => sandbox.onEnd(data);
  frame.addEventListener(
    'load',
    () => frame.contentWindow?.postMessage(workerScript, '*', [toWorker.port2, reports.port2]),
    { once: true },
  );
  document.body.append(frame);
  return sandbox;
}
