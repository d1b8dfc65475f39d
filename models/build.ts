import { existsSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MODELS, type CatalogueModel } from './catalogue.ts';
import { buildGlove } from './glove.ts';
import { buildSubtlex } from './subtlex.ts';
import { buildUseLite } from './use-lite/build.ts';
import { buildWordnet } from './wordnet.ts';
import { sha256 } from './write.ts';

const builders: Record<string, (folder: string) => string> = {
  'glove-6b-100d': buildGlove,
  'subtlex-us': buildSubtlex,
  'use-lite': buildUseLite,
  wordnet: buildWordnet,
};

/** Whether a model's folder holds the revision of the catalogue, every file with its size. */
function isBuilt(folder: string, model: CatalogueModel): boolean {
  const manifest = join(folder, 'manifest.json');
  if (!existsSync(manifest) || sha256(readFileSync(manifest)) !== model.revision) return false;
  let sizeBytes = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) sizeBytes += statSync(join(entry.parentPath, entry.name)).size;
  }
  return sizeBytes === model.sizeBytes;
}

/**
 * Builds the models that `public/models` lacks, from installed packages only.
 * @throws Error where a built model is not the one of the catalogue
 */
export function buildModels(root = fileURLToPath(new URL('../public/models', import.meta.url))): void {
  for (const model of MODELS) {
    const folder = join(root, model.id);
    if (isBuilt(folder, model)) {
      console.log(`models: ${model.id} is built`);
      continue;
    }
    console.log(`models: building ${model.id} from ${model.source}`);
    rmSync(folder, { recursive: true, force: true });
    const revision = builders[model.id]!(folder);
    if (!isBuilt(folder, model)) {
      throw new Error(
        `models: ${model.id} came out as revision ${revision}, the catalogue says ${model.revision}. ` +
          'Check the version of its package; if the change is wanted, put the new revision and size into models/catalogue.ts.',
      );
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) buildModels();
