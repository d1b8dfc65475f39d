import { Failure } from '../../failure.ts';
import { megabytes } from './keptFile.ts';
import { hubAddress, siteFolder, type ModelRecord, type ModelSources } from './sources.ts';

/** A file that is wanted, in the words of a message. */
export interface Named {
  model: string;
  path: string;
  origin: ModelRecord['origin'];
  url: string;
}

const REBUILD =
  'Reload the page; if that does not help, its host must put the model there again ("npm run models").';

/** What to do where a host does not give the right file. */
function nextStep({ origin, model }: Pick<Named, 'origin' | 'model'>): string {
  if (origin === 'folder') return `Drop the folder of ${model.replace(/^folder:/, '')} on the page again.`;
  return origin === 'site' ? REBUILD : 'Try again; if that does not help, choose another model or precision.';
}

export function unreachable(named: Named, sources: ModelSources, cause: unknown): Failure {
  if (named.origin === 'hub') return hubUnreachable(named.model, sources, 'It could not be reached.', cause);
  return new Failure(
    'download-failed',
    `${named.url} could not be fetched.`,
    `Check the connection and try again. ${REBUILD}`,
    { cause },
  );
}

/** The hub is not there: the other two ways to a model. */
export function hubUnreachable(model: string, sources: ModelSources, what: string, cause?: unknown): Failure {
  return new Failure(
    'hub-unreachable',
    `${model} is on the hub (${hubAddress(sources)}), which did not give it. ${what}`,
    'Check the connection and try again; or put the files of the model into the folder ' +
      `public/models/${model} of this site (the page looks at ${siteFolder(sources.siteUrl, model)}); ` +
      'or drop the folder of the model on the page.',
    { cause },
  );
}

/** An answer other than the file. */
export function refused(named: Named, status: number, sources: ModelSources): Failure {
  const { origin, model, path, url } = named;
  if (origin === 'hub' && (status === 401 || status === 403)) return notPublic(model, status);
  if (origin === 'hub' && (status === 429 || status >= 500)) {
    return hubUnreachable(model, sources, `It answered HTTP ${status}.`);
  }
  if (status === 404 || status === 410) {
    return new Failure('file-missing', `${url} is not there (HTTP ${status}).`, nextStep(named));
  }
  return new Failure(
    'download-failed',
    `${path} of ${model} was not given: HTTP ${status} from ${url}.`,
    nextStep(named),
  );
}

export function notPublic(model: string, status: number): Failure {
  return new Failure(
    'model-not-public',
    `The hub does not give ${model} to everyone (HTTP ${status}): it is private, asks for a licence to be accepted, or does not exist.`,
    'Check the spelling; a model that you have access to can be downloaded there and its folder dropped on the page.',
  );
}

export function gotWebPage(named: Named): Failure {
  return new Failure(
    'web-page',
    `Expected ${named.path} of ${named.model}, got a web page from ${named.url}.`,
    named.origin === 'hub'
      ? 'The network may want you to sign in (a hotel, a school): open any other page first, then try again.'
      : nextStep(named),
  );
}

export function pointerFile(named: Named): Failure {
  return new Failure(
    'wrong-content',
    `${named.path} of ${named.model} is a Git LFS pointer, not the file itself.`,
    named.origin === 'hub'
      ? nextStep(named)
      : 'Run "git lfs pull" in the folder of the model, then try again.',
  );
}

export function brokeOff(
  named: Named,
  arrivedBytes: number,
  totalBytes: number | null,
  cause?: unknown,
): Failure {
  const of = totalBytes === null ? '' : ` of ${megabytes(totalBytes)}`;
  return new Failure(
    'wrong-size',
    `The download of ${named.path} of ${named.model} broke off after ${megabytes(arrivedBytes)}${of}.`,
    'Try again: it goes on from there where what arrived could be kept.',
    { cause },
  );
}

export function wrongSize(named: Named, foundBytes: number, expectedBytes: number): Failure {
  return new Failure(
    'wrong-size',
    `${named.path} of ${named.model} has ${foundBytes} bytes instead of ${expectedBytes}. It was not kept.`,
    nextStep(named),
  );
}

export function wrongContent(named: Named, found: string): Failure {
  return new Failure(
    'wrong-content',
    `${named.path} of ${named.model} is not the file expected (sha256 ${found.slice(0, 12)}…). It was not kept.`,
    nextStep(named),
  );
}

export function missingFile(named: Named, has: readonly string[]): Failure {
  const weights = has.filter((path) => path.endsWith('.onnx'));
  const hint =
    named.path.endsWith('.onnx') && weights.length > 0
      ? `It has ${weights.join(', ')}: choose one of these.`
      : 'Choose another model: one with an ONNX version for transformers.js.';
  return new Failure('file-missing', `${named.model} has no file ${named.path}.`, hint);
}

/** A copy of a dropped file: there is nowhere to fetch it from. */
export function lostCopy(named: Named): Failure {
  return new Failure(
    'file-missing',
    `The copy of ${named.path} of ${named.model} in this browser has spoilt, or the browser made room without it.`,
    nextStep(named),
  );
}

export function notJson(named: Named, cause: unknown): Failure {
  return new Failure(
    'not-json',
    `${named.path} of ${named.model} is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`,
    nextStep(named),
    { cause },
  );
}
