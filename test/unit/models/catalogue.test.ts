import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { MODELS } from '../../../models/catalogue.ts';
import type { ModelFile } from '../../../models/formats.ts';
import { sha256 } from '../../../models/write.ts';
import { DEFAULT_FREQUENCIES, DEFAULT_VECTORS } from '../../../src/systems/registry.ts';

const folder = fileURLToPath(new URL('../../../public/models', import.meta.url));

describe('the catalogue of models', () => {
  it('holds the models that systems use unasked', () => {
    const known = MODELS.map(({ kind, id }) => `${kind} ${id}`);
    expect(known).toContain(`vectors ${DEFAULT_VECTORS}`);
    expect(known).toContain(`frequencies ${DEFAULT_FREQUENCIES}`);
  });

  it('names licence, source and citation of each, under ids that a system can hold', () => {
    for (const model of MODELS) {
      expect(model.id).toMatch(/^[a-z0-9-]+$/);
      expect(model.revision).toMatch(/^[0-9a-f]{64}$/);
      for (const text of [model.title, model.source, model.licence, model.citation])
        expect(text).not.toBe('');
    }
    expect(new Set(MODELS.map(({ id }) => id)).size).toBe(MODELS.length);
  });
});

describe.each(MODELS)('public/models/$id', (model) => {
  const own = join(folder, model.id);
  const built = existsSync(join(own, 'manifest.json'));

  it.skipIf(!built)(
    `is the revision and size of the catalogue${built ? '' : ' (skipped: npm run models has not run)'}`,
    () => {
      const manifest = readFileSync(join(own, 'manifest.json'));
      expect(sha256(manifest)).toBe(model.revision);
      let sizeBytes = 0;
      const present = readdirSync(own, { recursive: true, withFileTypes: true }).filter((entry) =>
        entry.isFile(),
      );
      for (const { parentPath, name } of present) sizeBytes += statSync(join(parentPath, name)).size;
      expect(sizeBytes).toBe(model.sizeBytes);
      const {
        index,
        counts,
        shards = [],
        files: others = [],
      } = JSON.parse(manifest.toString()) as {
        index?: ModelFile;
        counts?: ModelFile;
        shards?: ModelFile[];
        files?: ModelFile[];
      };
      const files = [index, counts, ...shards, ...others].filter((file) => file !== undefined);
      expect(files.length).toBe(present.length - 1);
      for (const file of files) {
        const bytes = readFileSync(join(own, file.name));
        expect([file.name, bytes.length, sha256(bytes)]).toEqual([file.name, file.sizeBytes, file.sha256]);
      }
    },
  );
});
