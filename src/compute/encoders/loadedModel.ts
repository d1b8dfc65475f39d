import { throwIfAborted } from '../../failure.ts';
import type { Progress } from '../../systems/types.ts';
import type { ModelFiles } from '../models/files.ts';
import { TEXT_INPUTS } from './batch.ts';
import { notAnEncoder, readConfiguration, type Configuration } from './configuration.ts';
import { explained } from './problems.ts';
import type { Output, RunningModel, Runtime } from './runtime.ts';
import { outputFor, settle, type CatalogueFacts } from './settings.ts';
import { readTokeniser, type SentenceTokeniser } from './tokenising.ts';
import type { EncoderFacts, EncoderRequest } from './types.ts';
import { readWeights } from './weights.ts';

/** A model in memory. Pooling, prefix and length are not part of it: they can change without loading it again. */
export interface LoadedModel {
  running: RunningModel;
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

/** The configuration is read, and a model refused by it, before its weights are fetched. */
export async function loadModel(
  files: ModelFiles,
  request: EncoderRequest,
  runtime: Runtime,
  report: Progress,
  signal: AbortSignal,
): Promise<LoadedModel> {
  const { model, dtype, device } = request;
  const configuration = await readConfiguration(files, signal);
  const tokeniser = await readTokeniser(files, configuration.tokenizer, signal);
  const { running, sizeBytes } = await startModel(files, request, runtime, report, signal);
  const strange = running.inputs.filter((name) => !(TEXT_INPUTS as readonly string[]).includes(name));
  if (strange.length > 0) {
    await running.release();
    throw notAnEncoder(model, `beside text it wants ${strange.slice(0, 3).join(', ')}`);
  }
  const { origin, originDetail } = files;
  const loaded: LoadedModel = {
    running,
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

/** The weights are let go once the model has started: the runtime has its own copy. */
async function startModel(
  files: ModelFiles,
  request: EncoderRequest,
  runtime: Runtime,
  report: Progress,
  signal: AbortSignal,
): Promise<{ running: RunningModel; sizeBytes: number }> {
  const { model, dtype, device } = request;
  let sizeBytes = 0;
  try {
    const prepared = await runtime.prepare(request, signal);
    const weights = await readWeights(files, dtype, report, signal);
    ({ sizeBytes } = weights);
    throwIfAborted(signal, 'Loading the model');
    report(0, 1, 'Starting the model');
    return { running: await runtime.start(weights, request, prepared), sizeBytes };
  } catch (error) {
    throw explained(error, { model, dtype, device, sizeBytes }, 'starting');
  }
}

/** Settles how a loaded model is used, and says so. @throws Failure: those of `settle` */
export function settleModel(
  model: LoadedModel,
  request: EncoderRequest,
  catalogue: CatalogueFacts | undefined,
  libraries: Record<string, string>,
): Ready {
  const { running, tokeniser, configuration } = model;
  const settings = settle(request, configuration, catalogue, running.outputs);
  tokeniser.checkLimit(settings);
  const output = outputFor(settings.pooling, running.outputs)!;
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
