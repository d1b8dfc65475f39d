import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { VectorsManifest } from '../../../models/formats.ts';
import { categorise } from '../../../src/errors/categorise.ts';
import { neighbourhoodOf } from '../../../src/errors/neighbourhood.ts';
import type { Neighbourhood } from '../../../src/errors/types.ts';
import { builtLexicon } from '../language/builtWordnet.ts';
import { analyse, isBuilt } from './reader.ts';

const folder = new URL('../../../public/models/glove-6b-100d/', import.meta.url);
const isReady = isBuilt && existsSync(new URL('manifest.json', folder));
const title = isReady ? '' : ' (skipped: npm run models has not built public/models)';

let vectors: Neighbourhood | undefined;
function shipped(): Neighbourhood {
  if (vectors) return vectors;
  const manifest = JSON.parse(readFileSync(new URL('manifest.json', folder), 'utf8')) as VectorsManifest;
  const words = readFileSync(new URL(manifest.index.name, folder), 'utf8').split('\n');
  const shards = new Map<number, ArrayBuffer>();
  const ranks = new Map(words.map((word, rank) => [word, rank]));
  vectors = neighbourhoodOf('glove', manifest, ranks, (shard) => {
    if (!shards.has(shard)) {
      const bytes = readFileSync(new URL(manifest.shards[shard]!.name, folder));
      shards.set(shard, new Uint8Array(bytes).buffer);
    }
    return shards.get(shard)!;
  });
  return vectors;
}

const labelsOf = (a: string, b: string, neighbourhood: Neighbourhood | null) =>
  categorise(
    { sentences: [analyse(a), analyse(b)] },
    { lexicon: builtLexicon(), vocabulary: null, neighbourhood },
  );
const rulesOf = (a: string, b: string, neighbourhood = shipped()) =>
  labelsOf(a, b, neighbourhood).map(({ rule }) => rule);

const OTHER_SENSE = [
  [
    'word sense/context by vectors',
    'The bridegroom wore a grey suit.',
    'The bridegroom wore a grey lawsuit.',
  ],
  ['word sense/context by vectors', 'The widow raised four sons alone.', 'The widow lifted four sons alone.'],
  [
    'word sense/context by vectors',
    'The fan on the ceiling cools the bedroom.',
    'The supporter on the ceiling cools the bedroom.',
  ],
  ['word sense/switch by vectors', 'The bishop addressed the crowd.', 'The bishop addressed the envelope.'],
] as const;

const SAME_SENSE = [
  ['The tenants filed a suit against the landlord.', 'The tenants filed a lawsuit against the landlord.'],
  ['The porter raised the suitcase onto the rack.', 'The porter lifted the suitcase onto the rack.'],
  ['The fan cheered when the striker scored.', 'The supporter cheered when the striker scored.'],
  ['The bishop addressed the crowd.', 'The bishop addressed the audience.'],
  ['The hunter fired his gun at a deer.', 'The hunter fired his shotgun at a deer.'],
  ['Please bring me a decaf espresso with the bill.', 'Please bring me a double espresso with the bill.'],
] as const;

describe.skipIf(!isReady)(`word sense by word vectors${title}`, () => {
  it.each(OTHER_SENSE)('%s: %s | %s', (rule, first, second) => {
    expect(rulesOf(first, second)).toContain(rule);
    expect(rulesOf(second, first)).toContain(rule);
  });

  it.each(SAME_SENSE)('not: %s | %s', (first, second) => {
    expect(rulesOf(first, second).filter((rule) => rule.endsWith('by vectors'))).toEqual([]);
  });

  it('names the vectors, and the sense that the sentence speaks of', () => {
    const [label] = labelsOf(OTHER_SENSE[0][1], OTHER_SENSE[0][2], shipped());
    expect(label!.because).toBe(
      'The rest of the sentence goes with “suit” as “suit of clothes”, of which “lawsuit” is no other word (by glove).',
    );
  });

  it('keeps silent without vectors, or with none loaded', () => {
    const empty: Neighbourhood = { ...shipped(), read: () => false };
    for (const [, first, second] of OTHER_SENSE) {
      for (const none of [null, empty]) {
        const rules = labelsOf(first, second, none).map(({ rule }) => rule);
        expect(rules.filter((rule) => rule.endsWith('by vectors'))).toEqual([]);
      }
    }
  });

  it('leaves a pair alone that differs in more than the one word', () => {
    const rules = rulesOf(
      'The bridegroom wore a grey suit.',
      'The bridegroom of the countess won a grey lawsuit.',
    );
    expect(rules.filter((rule) => rule.endsWith('by vectors'))).toEqual([]);
  });
});
