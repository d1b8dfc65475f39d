import { throwIfAborted } from '../../failure.ts';
import type { Progress } from '../../systems/types.ts';
import type { ModelFiles } from '../models/files.ts';
import { TEXT_INPUTS } from './batch.ts';
import { notAnEncoder, readConfiguration, type Configuration } from './configuration.ts';
import { explained } from './problems.ts';
import { onlyOutput, outputNames } from './onlyOutput.ts';
import type { Output, Prepared, RunningModel, Runtime } from './runtime.ts';
import { outputFor, settle, type CatalogueFacts } from './settings.ts';
import { readTokeniser, type SentenceTokeniser } from './tokenising.ts';
import type { EncoderFacts, EncoderRequest } from './types.ts';
import { readWeights } from './weights.ts';

/**
 * A model in memory. Prefix and length are not part of it: they can change without loading it again, and so can the
 * pooling, as long as it reads the same output.
 */
export interface LoadedModel {
  running: RunningModel;
  /** All that the model's file offers; the running one was cut down to the output that is read. */
  outputs: readonly Output[];
  tokeniser: SentenceTokeniser;
  configuration: Configuration;
  origin: Pick<EncoderFacts, 'origin' | 'originDetail' | 'revision' | 'notKept'>;
  /** Of the weights. */
  sizeBytes: number;
  /** Why the device went away; null while it is there. */
  lost: string | null;
  /**
   * Fails the batch that is running. A slot, and not a race with a promise of the loss: such a promise would hold
   * on to the result of every batch for as long as the model lives.
   */
  failBatch: ((why: string) => void) | null;
}

/** A model and how it is to be used: ready to encode. */
export interface Ready {
  model: LoadedModel;
  facts: EncoderFacts;
  output: Output;
}

const EVERY_OUTPUT: readonly Output[] = ['last_hidden_state', 'sentence_embedding'].map((name) => ({
  name,
  dimension: null,
}));

/** The configuration is read, and a model refused by it, before its weights are fetched. */
export async function loadModel(
  files: ModelFiles,
  request: EncoderRequest,
  catalogue: CatalogueFacts | undefined,
  runtime: Runtime,
  report: Progress,
  signal: AbortSignal,
): Promise<LoadedModel> {
  const { model, dtype, device } = request;
  const configuration = await readConfiguration(files, signal);
  // Reads its own files while the tokeniser is read; a failure is told where it is needed.
  const prepared = runtime.prepare(request, signal);
  prepared.catch(() => {});
  const tokeniser = await readTokeniser(files, configuration.tokenizer, signal);
  // Whatever its graph offers: what is impossible is refused before hundreds of megabytes are fetched.
  tokeniser.checkLimit(settle(request, configuration, catalogue, EVERY_OUTPUT));
  const cutDown = (graph: Uint8Array): Cut => cutToOutput(graph, request, configuration, catalogue);
  const { running, sizeBytes, outputs } = await startModel(
    files,
    request,
    cutDown,
    runtime,
    prepared,
    report,
    signal,
  );
  const strange = running.inputs.filter((name) => !(TEXT_INPUTS as readonly string[]).includes(name));
  if (strange.length > 0) {
    await running.release();
    throw notAnEncoder(model, `beside text it wants ${strange.slice(0, 3).join(', ')}`);
  }
  const { origin, originDetail } = files;
  const loaded: LoadedModel = {
    running,
    outputs: outputs.length > 0 ? outputs : running.outputs,
    tokeniser,
    configuration,
    origin: { origin, originDetail, revision: await files.revision(), notKept: files.notKept() },
    sizeBytes,
    lost: null,
    failBatch: null,
  };
  void running.lost.then((why) => {
    loaded.lost = why;
    loaded.failBatch?.(why);
  });
  report(1, 1, `Started ${model} (${dtype}) on ${device}`);
  return loaded;
}

interface Cut {
  graph: Uint8Array;
  outputs: Output[];
}

/**
 * The model without what does not lead to the output that is read: ONNX Runtime computes every node, asked for or not.
 * A pooling that the model can't do is refused here, before it starts.
 */
function cutToOutput(
  graph: Uint8Array,
  request: EncoderRequest,
  configuration: Configuration,
  catalogue: CatalogueFacts | undefined,
): Cut {
  const outputs = outputNames(graph).map((name): Output => ({ name, dimension: null }));
  if (outputs.length === 0) return { graph, outputs };
  const { pooling } = settle(request, configuration, catalogue, outputs);
  return { graph: onlyOutput(graph, outputFor(pooling, outputs)!.name), outputs };
}

/** The weights are let go once the model has started: the runtime has its own copy. */
async function startModel(
  files: ModelFiles,
  request: EncoderRequest,
  cutDown: (graph: Uint8Array) => Cut,
  runtime: Runtime,
  prepared: Promise<Prepared>,
  report: Progress,
  signal: AbortSignal,
): Promise<{ running: RunningModel; sizeBytes: number; outputs: Output[] }> {
  const { model, dtype, device } = request;
  let sizeBytes = 0;
  try {
    // What the device can't do is said before its weights are fetched.
    const preparedRuntime = await prepared;
    const weights = await readWeights(files, dtype, report, signal);
    ({ sizeBytes } = weights);
    throwIfAborted(signal, 'Loading the model');
    report(0, 1, 'Starting the model');
    const { graph, outputs } = cutDown(weights.graph);
    weights.graph = graph;
    return { running: await runtime.start(weights, request, preparedRuntime), sizeBytes, outputs };
  } catch (error) {
    throw explained(error, { model, dtype, device, sizeBytes }, 'starting');
  }
}

/**
 * Settles how a loaded model is used, and says so. Null where it was cut down to another output than is now read.
 * @throws Failure: those of `settle`
 */
export function settleModel(
  model: LoadedModel,
  request: EncoderRequest,
  catalogue: CatalogueFacts | undefined,
  libraries: Record<string, string>,
): Ready | null {
  const { running, tokeniser, configuration } = model;
  const settings = settle(request, configuration, catalogue, model.outputs);
  tokeniser.checkLimit(settings);
  const output = outputFor(settings.pooling, running.outputs);
  if (!output) return null;
  const dimension = output.dimension ?? configuration.config.hidden_size;
  if (!dimension)
    throw notAnEncoder(request.model, 'neither its graph nor its config.json says its dimension');
  return {
    model,
    output,
    facts: {
      model: request.model,
      ...model.origin,
      sizeBytes: model.sizeBytes,
      dimension,
      ...settings,
      tokeniser: tokeniser.description,
      dtype: request.dtype,
      device: request.device,
      threads: running.threads,
      libraries,
    },
  };
}
