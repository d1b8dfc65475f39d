/** Precisions that a model's weights come in, by the names of transformers.js; `int8w` is our own (see models/use-lite). */
export const DTYPES = ['fp32', 'fp16', 'q8', 'int8', 'uint8', 'q4', 'q4f16', 'bnb4', 'int8w'] as const;
export type Dtype = (typeof DTYPES)[number];
