import { measureParameter, missingParameter, type Parameter } from './parameters.ts';
import { DTYPES, type Dtype } from './transformer.ts';

export const DEFAULT_ENCODER = 'use-lite';

const DTYPE_TITLES: Record<Dtype, string> = {
  fp32: 'fp32 (full)',
  fp16: 'fp16 (half)',
  q8: 'q8 (8-bit)',
  int8: 'int8 (8-bit, signed)',
  uint8: 'uint8 (8-bit, unsigned)',
  q4: 'q4 (4-bit)',
  q4f16: 'q4f16 (4-bit, the rest half)',
  bnb4: 'bnb4 (4-bit of bitsandbytes)',
  int8w: 'int8w (8-bit weights, computed in full)',
};

/** In the order in which ids name them; the model is the subject and stands before the parentheses. */
export const transformerParameters: readonly Parameter[] = [
  {
    kind: 'model',
    models: 'encoder',
    name: 'model',
    label: 'Model',
    help: 'A model of this site, a feature-extraction model of the hub by its id ("Xenova/all-MiniLM-L6-v2"), or a folder that you dropped.',
    initial: DEFAULT_ENCODER,
  },
  {
    kind: 'choice',
    name: 'dtype',
    label: 'Precision',
    help: 'How finely the weights are stored. Fewer bits are a smaller download and often faster, but move every score a little. A model need not have all of them.',
    initial: 'fp32',
    choices: DTYPES.map((dtype) => ({ value: dtype, title: DTYPE_TITLES[dtype] })),
  },
  {
    kind: 'choice',
    name: 'pooling',
    label: 'Pooling',
    help: "How the vectors of a sentence's tokens become one: their mean, the first token's (CLS), the last one's, or an output of the model that is a sentence vector already. Another pooling than the model was trained with mostly makes it worse.",
    initial: 'auto',
    choices: [
      { value: 'auto', title: 'as the model states' },
      { value: 'mean', title: 'mean of the tokens' },
      { value: 'cls', title: 'first token (CLS)' },
      { value: 'last', title: 'last token' },
      { value: 'output', title: "the model's own output" },
    ],
  },
  {
    kind: 'choice',
    name: 'normalise',
    label: 'Scaled to length 1',
    help: 'Whether each sentence vector is scaled to length 1. Cosine and angle do not change by it; dot product and distances do.',
    initial: 'auto',
    choices: [
      { value: 'auto', title: 'as the model states' },
      { value: 'yes', title: 'yes' },
      { value: 'no', title: 'no' },
    ],
  },
  {
    kind: 'text',
    name: 'prefix',
    label: 'Prefix',
    help: 'Text put before every sentence, such as "query: " for e5 models; a blank at its end counts. "auto" is what the model states; empty is none.',
    initial: 'auto',
  },
  {
    kind: 'number',
    name: 'maxTokens',
    label: 'Most tokens',
    help: "Longer sentences are cut after so many tokens, and marked. 0 is the model's own limit.",
    initial: 0,
    min: 0,
    max: 100_000,
    integer: true,
  },
  measureParameter,
  missingParameter,
];
