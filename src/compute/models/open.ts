import { MODELS } from '../../../models/catalogue.ts';
import { Cancelled, Failure } from '../../failure.ts';
import type { Progress } from '../../systems/types.ts';
import { heldFolder } from './folder.ts';
import { hubRecord } from './hub.ts';
import { quietly } from './kept.ts';
import { modelFiles } from './modelFiles.ts';
import { openPlace, type Place } from './place.ts';
import { isComplete, keepRecord, keptRecord } from './records.ts';
import { folderRecord, manifestRecord, MANIFEST, probe, shippedRecord } from './site.ts';
import type { ModelFiles } from './files.ts';
import { hubAddress, type ModelRecord, type ModelSources, type ShippedModel } from './sources.ts';

export { adoptFolder, folderModelId } from './folder.ts';
export type { ModelSources } from './sources.ts';

/**
 * Finds a model and gives its files. An id is looked for among what is kept, then in the site's own
 * models/<id>/ (a shipped one by its manifest, a host's own by name), then on the hub, whose newest commit is
 * looked up once and kept: a later visit uses the same bytes. "folder:<name>" is a folder that was dropped
 * (adoptFolder). No weights are fetched before they are read.
 * @throws Failure `bad-model-id`, `no-such-model`, `model-not-public`, `hub-unreachable`, `no-such-folder`, and those
 *   of ModelFiles.read for a manifest; Cancelled
 */
export async function openModelFiles(
  model: string,
  sources: ModelSources,
  report: Progress = () => {},
  signal?: AbortSignal,
): Promise<ModelFiles> {
  const place = await openPlace(sources.caches);
  if (model.startsWith('folder:')) return modelFiles(await droppedRecord(model, place), place, sources);
  checkId(model);
  const shipped = (sources.shipped ?? MODELS).find(({ id }) => id === model);
  const record = shipped
    ? await openShipped(shipped, place, sources, report, signal)
    : await findRecord(model, place, sources, signal);
  return modelFiles(record, place, sources);
}

function checkId(model: string): void {
  const parts = model.split('/');
  const isName = (part: string): boolean => /^[\w.-]+$/.test(part) && !part.includes('..') && part !== '.';
  if (parts.length > 2 || !parts.every(isName)) {
    throw new Failure(
      'bad-model-id',
      `"${model}" is not the id of a model.`,
      'An id is "owner/name", as in "Xenova/all-MiniLM-L6-v2", or one name of letters, digits, ".", "_" and "-".',
    );
  }
}

async function droppedRecord(model: string, place: Place): Promise<ModelRecord> {
  const record = heldFolder(model)?.record ?? (await keptRecord(place, model));
  if (record) return record;
  const name = model.slice('folder:'.length);
  throw new Failure(
    'no-such-folder',
    `The folder ${name} is not kept in this browser.`,
    `Drop the folder ${name} on the page again.`,
  );
}

async function openShipped(
  shipped: ShippedModel,
  place: Place,
  sources: ModelSources,
  report: Progress,
  signal: AbortSignal | undefined,
): Promise<ModelRecord> {
  const kept = await keptRecord(place, shipped.id);
  if (kept?.origin === 'site' && kept.revision === shipped.revision) return kept;
  const manifest = modelFiles(manifestRecord(shipped), place, sources);
  const bytes = await manifest.read(MANIFEST, report, signal);
  const record = shippedRecord(shipped, JSON.parse(new TextDecoder().decode(bytes)) as object);
  await quietly(() => keepRecord(place, record));
  return record;
}

async function findRecord(
  model: string,
  place: Place,
  sources: ModelSources,
  signal: AbortSignal | undefined,
): Promise<ModelRecord> {
  const found = await keptRecord(place, model);
  // Another hub may have other bytes under the same id.
  const kept = found?.origin === 'hub' && found.hub !== hubAddress(sources) ? null : found;
  if (kept?.origin === 'hub' && (await isComplete(place, kept))) return kept;
  const own = folderRecord(model);
  const isOwnKept = kept?.origin === 'site' && kept.revision === own.revision;
  try {
    if (await probe(own, 'config.json', sources, signal)) {
      if (!isOwnKept) await quietly(() => keepRecord(place, own));
      return own;
    }
  } catch (error) {
    if (error instanceof Cancelled) throw error;
    // Without a network, what is kept of it has to do.
    if (isOwnKept) return own;
  }
  if (kept?.origin === 'hub') return kept;
  const record = await hubRecord(model, sources, signal);
  await quietly(() => keepRecord(place, record));
  return record;
}
