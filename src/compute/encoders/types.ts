import type { Dtype } from '../../systems/transformer.ts';
import type { OnEvent } from '../protocol.ts';

/** Which transformer is wanted and how. Everything that changes its vectors but the model's own files. */
export interface EncoderRequest {
  /** "use-lite", "Xenova/all-MiniLM-L6-v2", "folder:my-model". */
  model: string;
  dtype: Dtype;
  device: EncoderDevice;
  /** 'auto' is what the model's own configuration states. */
  pooling: PoolingChoice;
  /** Whether vectors are scaled to length 1; 'auto' is what the model's own configuration states. */
  normalise: 'auto' | 'yes' | 'no';
  /** Put before every sentence; 'auto' is what the model's own configuration, or our catalogue, states. */
  prefix: string;
  /** 0 is the model's own limit. */
  maxTokens: number;
  /** Threads of WebAssembly; more than 1 only where the page is cross-origin isolated. Changes no number. */
  threads: number;
}

export type EncoderDevice = 'wasm' | 'webgpu';
export type Pooling = 'mean' | 'cls' | 'last' | 'output';
export type PoolingChoice = 'auto' | Pooling;

/** What an encoder turned out to be once its files were read. Structured-cloneable. */
export interface EncoderFacts {
  model: string;
  /** sha256 over the sorted lines "path sha256" of the files that were used: equal bytes, equal revision. */
  revision: string;
  origin: 'site' | 'hub' | 'folder';
  /** "commit 1a2b…" for the hub, else null. */
  originDetail: string | null;
  /** Why its files will have to be fetched again another time; null where the browser keeps all of them. */
  notKept: string | null;
  /** Of the weights. */
  sizeBytes: number;
  dimension: number;
  pooling: Pooling;
  /** Who said so: "1_Pooling/config.json", "chosen by hand", "assumed: the model does not say". */
  poolingFrom: string;
  normalise: boolean;
  prefix: string;
  maxTokens: number;
  maxTokensFrom: string;
  /** "Unigram, 8,002 pieces". */
  tokeniser: string;
  dtype: Dtype;
  device: EncoderDevice;
  threads: number;
  /** Name -> version. */
  libraries: Record<string, string>;
}

/** One row a sentence that was asked about. */
export interface TokenisedSentences {
  /** Tokens, special tokens and prefix included, before anything is cut. 0 for a sentence without any. */
  tokens: Int32Array;
  /** How many of them are the unknown token. */
  unknown: Int32Array;
}

/** Vectors of a few sentences, and what made them. */
export interface FewVectors {
  /** Row-major, sentences x dimension of the facts; a row of NaN where a sentence has no token. */
  vectors: Float32Array;
  facts: EncoderFacts;
}

/** A token of a sentence as the encoder sees it. */
export interface Piece {
  text: string;
  known: boolean;
  /** Beyond the limit: the encoder never sees it. */
  cut: boolean;
}

/**
 * A worker with one model in it. Ending the worker is what frees the memory. Calls on it wait for one another;
 * `cancel` takes effect within one batch.
 */
export interface EncodingService {
  /** The first call: where the page is, with a slash at the end. */
  begin(siteUrl: string): Promise<void>;
  /**
   * Files of a folder that the person dropped, kept under `model` ("folder:name").
   * @returns why only this worker has them; null where the browser keeps them
   */
  adopt(job: number, model: string, files: readonly FolderFile[], onEvent: OnEvent): Promise<string | null>;
  /**
   * Fetches what is missing, checks it, and starts the model. The second call with an equal request gives the
   * same facts at once.
   */
  load(job: number, request: EncoderRequest, onEvent: OnEvent): Promise<EncoderFacts>;
  /** Tokenises sentences and keeps the tokens for `encode`; replaces what was kept. */
  tokenise(job: number, sentences: readonly string[], onEvent: OnEvent): Promise<TokenisedSentences>;
  /**
   * One batch: vectors of kept sentences, by their indices. Row-major, indices.length x dimension.
   * @throws Failure `bad-rows` where a row is all zero or not finite, `device-lost` where WebGPU went away
   */
  encode(job: number, indices: Int32Array): Promise<Float32Array>;
  /** The tokens of a few sentences, for the pair panel. Does not touch what `tokenise` kept. */
  pieces(job: number, sentences: readonly string[]): Promise<Piece[][]>;
  /**
   * Vectors of a few sentences, encoded as in a run. Loads nothing, and touches neither what `tokenise` kept nor the
   * settings that `load` settled: a run that is under way goes on as it was. A newer call with the same request
   * makes one that has not begun reject with `Cancelled`.
   * @returns null where the worker does not hold the model, or was cut down to another output than the request reads
   * @throws Failure as `encode`
   */
  embed(job: number, request: EncoderRequest, sentences: readonly string[]): Promise<FewVectors | null>;
  /** The eight canary sentences, encoded one batch. Row-major, 8 x dimension. */
  canary(job: number): Promise<Float32Array>;
  cancel(job: number): Promise<void>;
}

export interface FolderFile {
  /** Relative to the model's folder: "onnx/model.onnx". */
  path: string;
  file: Blob;
}
