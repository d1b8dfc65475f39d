import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstState, readLink, writeLink } from '../../../src/app/permalink.ts';
import type { Parameter, ParameterValue } from '../../../src/systems/parameters.ts';
import {
  checkSpec,
  defaultSpec,
  definitionOf,
  encoderId,
  lexicalSpec,
  parseSystem,
  shortId,
  splitOutsideParentheses,
  systemId,
  SYSTEMS,
  type SystemSpec,
  needsOf,
  usesBackend,
} from '../../../src/systems/registry.ts';
import { fileModelId } from '../../../src/compute/models/fromFile.ts';
import { failureOf } from '../support.ts';

const encoderModels = fc.oneof(
  fc.constantFrom('use-lite', 'Xenova/all-MiniLM-L6-v2', 'folder:my-model', 'folder:名_1.0', 'a/b/c'),
  fc
    .array(fc.stringMatching(/^[A-Za-z0-9_-][A-Za-z0-9._-]{0,8}$/), { minLength: 1, maxLength: 3 })
    .map((names) => names.join('/')),
);

function valueFor(parameter: Parameter): fc.Arbitrary<ParameterValue> {
  switch (parameter.kind) {
    case 'flag':
      return fc.boolean();
    case 'choice':
      return fc.constantFrom(...parameter.choices.map((choice) => choice.value));
    case 'text':
      // Whole characters only: half of one fits into no address.
      return fc.oneof(
        fc.string({ unit: 'grapheme', maxLength: 20 }),
        fc.string({ unit: fc.constantFrom(...`(),='"%!* \t\n:auto`), maxLength: 12 }),
      );
    case 'model':
      if (parameter.models === 'encoder') return encoderModels;
      return fc
        .string({ unit: 'binary', maxLength: 20 })
        .map((name) => fileModelId(name, '0123456789abcdef'));
    case 'number':
      return parameter.integer
        ? fc.integer({ min: parameter.min, max: parameter.max })
        : fc.double({ min: parameter.min, max: parameter.max, noNaN: true });
  }
}

const isDistance = (measure: unknown): boolean =>
  ['euclidean', 'manhattan', 'braycurtis'].includes(String(measure));

const specs: fc.Arbitrary<SystemSpec> = fc
  .constantFrom(...SYSTEMS)
  .chain((definition) =>
    fc
      .record(
        Object.fromEntries(definition.parameters.map((parameter) => [parameter.name, valueFor(parameter)])),
      )
      .map((parameters) => ({ kind: definition.kind, parameters })),
  )
  .filter(({ parameters: { measure, missing } }) => !(isDistance(measure) && missing === 'zero'));

describe('ids of phrase aligners', () => {
  it('name the token measure and the aggregation after colons', () => {
    const spec = parseSystem('aligned:jaccard:arithmetic(window=3)');
    expect(spec.parameters).toMatchObject({ tokens: 'jaccard', aggregation: 'arithmetic', context: 'task' });
    expect(systemId(spec)).toBe(
      'aligned:jaccard:arithmetic(context=task,window=3,vectors=glove-6b-100d,tokeniser=words,punctuation=drop,lower=true,missing=skip)',
    );
    expect(shortId(spec)).toBe('aligned:jaccard:arithmetic(window=3)');
    expect(shortId(parseSystem('aligned: dice '))).toBe('aligned:dice:linking');
    expect(shortId(parseSystem('aligned'))).toBe('aligned:minmax-mi:linking');
  });
});

describe('ids of transformers', () => {
  it('name the model after a colon', () => {
    const spec = parseSystem('transformer:Xenova/all-MiniLM-L6-v2(dtype=q8)');
    expect(spec.kind).toBe('transformer');
    expect(spec.parameters).toMatchObject({ model: 'Xenova/all-MiniLM-L6-v2', dtype: 'q8', pooling: 'auto' });
    expect(systemId(spec)).toBe(
      'transformer:Xenova/all-MiniLM-L6-v2(dtype=q8,pooling=auto,normalise=auto,prefix=auto,maxTokens=0,measure=cosine,missing=skip)',
    );
    expect(shortId(spec)).toBe('transformer:Xenova/all-MiniLM-L6-v2(dtype=q8)');
    expect(parseSystem('transformer:folder:my-model').parameters.model).toBe('folder:my-model');
    expect(
      parseSystem(' transformer : use-lite ( dtype = q8 ) '.replace(' :', ':')).parameters,
    ).toMatchObject({
      model: 'use-lite',
      dtype: 'q8',
    });
  });

  it('"transformer" alone is use-lite', () => {
    expect(parseSystem('transformer')).toEqual(defaultSpec('transformer'));
    expect(shortId(parseSystem('transformer'))).toBe('transformer:use-lite');
    expect(shortId(parseSystem('transformer(dtype=q8)'))).toBe('transformer:use-lite(dtype=q8)');
  });

  it('spell the prefix so that its last blank counts, and none is not "auto"', () => {
    const spec = parseSystem('transformer(prefix=query%3A%20)');
    expect(spec.parameters.prefix).toBe('query: ');
    expect(shortId(spec)).toBe('transformer:use-lite(prefix=query%3A%20)');
    const none = parseSystem('transformer(prefix=)');
    expect(none.parameters.prefix).toBe('');
    expect(shortId(none)).toBe('transformer:use-lite(prefix=)');
    expect(parseSystem('transformer').parameters.prefix).toBe('auto');
    const marks = { ...spec, parameters: { ...spec.parameters, prefix: `(a),'b'="c"` } };
    expect(shortId(marks)).toBe('transformer:use-lite(prefix=%28a%29%2C%27b%27%3D%22c%22)');
  });

  it('name what is encoded without what is chosen after it', () => {
    const encoder = 'transformer:use-lite(dtype=fp32,pooling=auto,normalise=auto,prefix=auto,maxTokens=0)';
    expect(encoderId(parseSystem('transformer'))).toBe(encoder);
    expect(encoderId(parseSystem('transformer(measure=dot,missing=zero)'))).toBe(encoder);
    for (const other of ['dtype=q8', 'pooling=cls', 'normalise=no', 'prefix=', 'maxTokens=7']) {
      expect(encoderId(parseSystem(`transformer(${other})`))).not.toBe(encoder);
    }
    expect(encoderId(parseSystem('transformer:use'))).not.toBe(encoder);
  });

  it('survive the way through a link', () => {
    fc.assert(
      fc.property(fc.array(specs, { maxLength: 3 }), (list) => {
        const systems = list.map(systemId);
        const hash = new URL(writeLink({ ...firstState(), benchmark: 'b', systems }), 'https://example.org/')
          .hash;
        expect((readLink(hash).systems ?? []).map(parseSystem)).toEqual(list);
      }),
    );
  });
});

describe('missing as 0', () => {
  it.each(['euclidean', 'manhattan', 'braycurtis'])(
    'is refused with %s, in every system: it would be a perfect score',
    async (measure) => {
      for (const { kind } of SYSTEMS.filter(({ parameters }) =>
        parameters.some(({ name }) => name === 'measure'),
      )) {
        for (const settings of [`measure=${measure},missing=zero`, `missing=zero,measure=${measure}`]) {
          const failure = await failureOf(() => parseSystem(`${kind}(${settings})`));
          expect(failure.code).toBe('bad-parameter');
          expect(failure.what).toContain('0 is the score of equal sentences under this measure');
          expect(failure.nextStep).toContain('cosine, angular, dot, correlation');
        }
        expect(parseSystem(`${kind}(measure=${measure})`).parameters.missing).toBe('skip');
      }
    },
  );

  it.each(['cosine', 'angular', 'dot', 'correlation'])('goes with %s', (measure) => {
    expect(parseSystem(`glove-sum(measure=${measure},missing=zero)`).parameters.missing).toBe('zero');
  });

  it('is checked of a spec that was put together elsewhere', async () => {
    const spec = defaultSpec('sif');
    checkSpec(spec);
    checkSpec(defaultSpec('overlap-cosine'));
    Object.assign(spec.parameters, { measure: 'manhattan', missing: 'zero' });
    expect((await failureOf(() => checkSpec(spec))).code).toBe('bad-parameter');
  });
});

describe('what systems need', () => {
  it('is a model for all but word overlap', () => {
    expect(SYSTEMS.map(({ kind, needs }) => `${kind} ${needs}`)).toEqual([
      'overlap-cosine nothing',
      'glove-sum vectors',
      'glove-idf vectors',
      'glove-weighted vectors',
      'sif vectors',
      'aligned contexts',
      'transformer encoder',
      'scores file',
      'code code',
    ]);
  });

  it('depends on the parameters where word vectors take the place of contexts', () => {
    expect(needsOf(parseSystem('aligned'))).toBe('contexts');
    const spec = parseSystem('aligned:cosine(context=glove)');
    expect(needsOf(spec)).toBe('vectors');
    expect([spec, parseSystem('glove-weighted')].map(usesBackend)).toEqual([false, true]);
  });

  it('the page starts with the systems that it started with before', () => {
    const kinds = SYSTEMS.filter(({ byDefault }) => byDefault).map(({ kind }) => kind);
    expect(kinds).toEqual(['overlap-cosine', 'glove-sum', 'glove-idf', 'sif', 'transformer']);
  });

  it('lexicalSpec lets pass what looks at words', async () => {
    expect(lexicalSpec(parseSystem('sif'))).toEqual(parseSystem('sif'));
    expect((await failureOf(() => lexicalSpec(parseSystem('transformer')))).code).toBe('not-lexical');
  });
});

describe('ids of systems', () => {
  it('an id gives back the very system, for all parameters', () => {
    fc.assert(
      fc.property(specs, (spec) => {
        expect(parseSystem(systemId(spec))).toEqual(spec);
        expect(parseSystem(shortId(spec))).toEqual(spec);
      }),
      { numRuns: 2000 },
    );
  });

  it('a list of ids splits into the same ids', () => {
    fc.assert(
      fc.property(fc.array(specs, { maxLength: 5 }), (list) => {
        const ids = list.map(systemId);
        expect(splitOutsideParentheses(ids.join(','))).toEqual(ids);
        expect(splitOutsideParentheses(ids.join(' , '))).toEqual(ids);
      }),
    );
  });

  it('names every parameter, and equal values have one spelling', () => {
    expect(systemId(parseSystem('sif(a=0.001)'))).toBe(systemId(parseSystem('sif(a=1e-3)')));
    expect(systemId(parseSystem('sif'))).toBe(
      'sif(a=1e-3,components=1,frequencies=subtlex-us,fit=part,vectors=glove-6b-100d,tokeniser=words,punctuation=drop,lower=true,measure=cosine,missing=skip)',
    );
    expect(shortId(parseSystem('sif(a=1e-4,lower=true,missing=skip)'))).toBe('sif(a=1e-4)');
    expect(shortId(parseSystem('sif()'))).toBe('sif');
  });

  it('keeps the defaults of what is not named, and allows blanks', () => {
    const spec = parseSystem('  sif ( components = 0 , fit = all ) ');
    expect(spec).toEqual({
      kind: 'sif',
      parameters: { ...defaultSpec('sif').parameters, components: 0, fit: 'all' },
    });
  });

  it('changing one default spec leaves the next alone', () => {
    defaultSpec('sif').parameters.a = 7;
    expect(defaultSpec('sif').parameters.a).toBe(1e-3);
  });

  it('splits at commas outside parentheses only', () => {
    expect(splitOutsideParentheses('glove-sum,sif(a=1,components=2)')).toEqual([
      'glove-sum',
      'sif(a=1,components=2)',
    ]);
    expect(splitOutsideParentheses(' , a,, b(c(d,e),f) ,')).toEqual(['a', 'b(c(d,e),f)']);
    expect(splitOutsideParentheses('')).toEqual([]);
  });

  it.each([
    [
      'nonsense',
      'unknown-system',
      'overlap-cosine, glove-sum, glove-idf, glove-weighted, sif, aligned, transformer',
    ],
    ['SIF', 'unknown-system', 'overlap-cosine, glove-sum, glove-idf, glove-weighted, sif'],
    ['', 'unknown-system', 'sif(a=1e-3,components=1)'],
    ['sif(a=1', 'unknown-system', 'sif(a=1e-3,components=1)'],
    ['sif(b=1)', 'bad-parameter', 'a, components, frequencies, fit, vectors, tokeniser, punctuation, lower'],
    ['sif(a)', 'bad-parameter', 'a, components, frequencies'],
    ['overlap-cosine(vectors=x)', 'bad-parameter', 'tokeniser, punctuation, lower'],
    ['sif(tokeniser=letters)', 'bad-parameter', 'words, treebank, unicode, whitespace'],
    ['sif(fit=half)', 'bad-parameter', 'part, all'],
    ['sif(lower=yes)', 'bad-parameter', 'true or false'],
    ['sif(a=0)', 'bad-parameter', 'a number from 1e-9 to 1000000000'],
    ['sif(a=)', 'bad-parameter', 'a number from'],
    ['sif(a=one)', 'bad-parameter', 'a number from'],
    ['sif(a=NaN)', 'bad-parameter', 'a number from'],
    ['sif(a=Infinity)', 'bad-parameter', 'a number from'],
    ['sif(components=1.5)', 'bad-parameter', 'a whole number from 0 to 20'],
    ['sif(components=21)', 'bad-parameter', 'a whole number from 0 to 20'],
    ['sif(components=-1)', 'bad-parameter', 'a whole number from 0 to 20'],
    ['sif(vectors=)', 'bad-parameter', 'the id of a model'],
    ['sif(vectors=a b)', 'bad-parameter', 'the id of a model'],
    ['sif(vectors=a),components=0)', 'bad-parameter', 'the id of a model'],
    ['sif:use-lite', 'bad-parameter', 'Write it as in "sif"'],
    ['sif:', 'bad-parameter', 'Write it as in "sif"'],
    ['sif(measure=jaccard)', 'bad-parameter', 'cosine, angular, dot, euclidean, manhattan, braycurtis'],
    ['overlap-cosine(measure=dot)', 'bad-parameter', 'tokeniser, punctuation, lower, missing'],
    ['aligned:dice:linking:5', 'bad-parameter', 'Write it as in "aligned:minmax-mi:linking"'],
    ['aligned:lin', 'bad-parameter', 'cosine, jaccard, dice, minmax-mi, jsd'],
    ['aligned:dice:median', 'bad-parameter', 'geometric, arithmetic, linking'],
    ['aligned(tokens=dice)', 'bad-parameter', 'the tokens and the aggregation stand after colons'],
    ['aligned(window=11)', 'bad-parameter', 'a whole number from 1 to 10'],
    ['aligned:dice(context=glove)', 'bad-parameter', 'Take the token measure cosine'],
    ['transformer:', 'bad-parameter', 'the id of a model such as "use-lite"'],
    ['transformer:a b', 'bad-parameter', 'the id of a model'],
    ['transformer:a,b', 'bad-parameter', 'the id of a model'],
    ['transformer:a)', 'bad-parameter', 'the id of a model'],
    ['transformer:../secret', 'bad-parameter', 'the id of a model'],
    ['transformer:a/../../b', 'bad-parameter', 'the id of a model'],
    ['transformer:/a', 'bad-parameter', 'the id of a model'],
    ['transformer:https://example.org/a', 'bad-parameter', 'the id of a model'],
    ['transformer:use-lite(dtype=q8', 'unknown-system', 'transformer:use-lite'],
    ['transformer(model=use-lite)', 'bad-parameter', 'the model stands after a colon'],
    ['transformer:use-lite(dtype=fp8)', 'bad-parameter', 'fp32, fp16, q8'],
    ['transformer(pooling=max)', 'bad-parameter', 'auto, mean, cls, last, output'],
    ['transformer(maxTokens=1.5)', 'bad-parameter', 'a whole number from 0 to 100000'],
    ['transformer(maxTokens=100001)', 'bad-parameter', 'a whole number from 0 to 100000'],
    ['transformer(prefix=query: )', 'bad-parameter', 'query%3A%20'],
    ['transformer(prefix=query )', 'bad-parameter', 'query%3A%20'],
    ['transformer(prefix=100%)', 'bad-parameter', 'percent-encoded'],
    ['transformer(prefix=%ED%A0%80)', 'bad-parameter', 'percent-encoded'],
  ])('%j is refused (%s), and the message lists what there is', async (text, code, lists) => {
    const failure = await failureOf(() => parseSystem(text));
    expect(failure.code).toBe(code);
    expect(failure.nextStep).toContain(lists);
  });

  it('knows its systems by kind', async () => {
    for (const definition of SYSTEMS) expect(definitionOf(definition.kind)).toBe(definition);
    expect((await failureOf(() => definitionOf('use'))).code).toBe('unknown-system');
  });
});
