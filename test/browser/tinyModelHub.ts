import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What goes wrong with one file, until it is taken back. */
export type Fault =
  /** So many bytes of what is asked for arrive, then nothing more. */
  | { kind: 'stall'; afterBytes: number }
  /** The connection breaks after so many bytes. */
  | { kind: 'break'; afterBytes: number }
  /** An answer that is whole in itself, and shorter than the file by so many bytes. */
  | { kind: 'short'; byBytes: number }
  /** One byte in the middle is another. */
  | { kind: 'altered' }
  /** A sign-in page, with status 200. */
  | { kind: 'page' };

export interface AskedFor {
  method: string;
  path: string;
  range: string | null;
}

export interface TinyHub {
  url: string;
  /** Everything that was asked for, in order. */
  asked: AskedFor[];
  /** Requests for the bytes of one file. */
  askedFor(path: string): AskedFor[];
  put(model: string, files: ReadonlyMap<string, Uint8Array>, listedBytes?: Record<string, number>): void;
  /** @param path of a file of any model: "onnx/model.onnx" */
  fault(path: string, fault: Fault | null): void;
  close(): Promise<void>;
}

interface Served {
  commit: string;
  files: ReadonlyMap<string, Uint8Array>;
  listedBytes: Record<string, number>;
}

const LISTS = /^\/api\/models\/(.+?)(?:\/tree\/([0-9a-f]{40}))?$/;
const FILES = /^\/(.+)\/resolve\/([0-9a-f]{40})\/(.+)$/;

/** Stands in for the public hub, as far as the page asks it, on an address of this machine. */
export async function startHub(): Promise<TinyHub> {
  const models = new Map<string, Served>();
  const faults = new Map<string, Fault>();
  const asked: AskedFor[] = [];

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const { method = '', headers, url = '/' } = request;
    const path = decodeURIComponent(new URL(url, 'http://hub').pathname);
    asked.push({ method, path, range: headers.range ?? null });
    // As the public hub: it allows every origin, but exposes no headers beyond those that are always readable.
    response.setHeader('access-control-allow-origin', '*');
    const file = FILES.exec(path);
    if (file) return giveFile(response, models.get(file[1]!), file[2]!, file[3]!, headers.range);
    const list = LISTS.exec(path);
    const model = list && models.get(list[1]!);
    if (!model) return end(response, 404, { error: 'Repository not found' });
    return end(response, 200, list[2] ? treeOf(model) : { id: list[1], sha: model.commit });
  }

  function giveFile(
    response: ServerResponse,
    model: Served | undefined,
    commit: string,
    path: string,
    range: string | undefined,
  ): void {
    const whole = model?.commit === commit ? model.files.get(path) : undefined;
    if (!whole) return end(response, 404, { error: 'Entry not found' });
    const fault = faults.get(path);
    if (fault?.kind === 'page') {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<!doctype html><title>Sign in</title>');
      return;
    }
    const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
    const bytes = Buffer.from(
      whole.subarray(from, whole.length - (fault?.kind === 'short' ? fault.byBytes : 0)),
    );
    if (fault?.kind === 'altered') bytes[bytes.length >> 1]! ^= 1;
    response.writeHead(range ? 206 : 200, {
      'content-type': 'application/octet-stream',
      'content-length': bytes.length,
      ...(range && { 'content-range': `bytes ${from}-${whole.length - 1}/${whole.length}` }),
    });
    if (fault?.kind === 'stall') {
      // The last bytes come after a while: the page shows ten reports a second, and none of what follows too soon.
      const soon = fault.afterBytes - 1000;
      response.write(bytes.subarray(0, soon));
      setTimeout(() => response.write(bytes.subarray(soon, fault.afterBytes)), 500);
    } else if (fault?.kind === 'break') {
      response.write(bytes.subarray(0, fault.afterBytes), () => setTimeout(() => response.destroy(), 100));
    } else response.end(bytes);
  }

  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    askedFor: (path) => asked.filter((one) => one.method === 'GET' && FILES.exec(one.path)?.[3] === path),
    put(model, files, listedBytes = {}) {
      const commit = createHash('sha1').update(model);
      for (const [path, bytes] of files) commit.update(path).update(bytes);
      models.set(model, { commit: commit.digest('hex'), files, listedBytes });
    },
    fault(path, fault) {
      if (fault) faults.set(path, fault);
      else faults.delete(path);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Weights are large files, whose sha256 the hub tells; the others have git's own hash. */
function treeOf({ files, listedBytes }: Served): unknown[] {
  return [
    { type: 'directory', path: 'onnx', size: 0, oid: '0'.repeat(40) },
    ...[...files].map(([path, bytes]) => {
      const size = listedBytes[path] ?? bytes.length;
      if (!path.includes('.onnx')) return { type: 'file', path, size, oid: gitSha1(bytes) };
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      return { type: 'file', path, size, oid: gitSha1(bytes), lfs: { oid: sha256, size, pointerSize: 130 } };
    }),
  ];
}

function gitSha1(bytes: Uint8Array): string {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

function end(response: ServerResponse, status: number, content: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(content));
}
