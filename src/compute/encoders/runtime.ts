import type { InferenceSession, Tensor, TypedTensor } from 'onnxruntime-web';
import type { EncoderRequest } from './types.ts';
import { toFloat32 } from './float16.ts';

/** The weights of a model as they came from its files. */
export interface Weights {
  /** "onnx/model.onnx". */
  path: string;
  graph: Uint8Array;
  /** Files beside the graph that hold its larger tensors, named as the graph names them. */
  external: { path: string; data: Uint8Array }[];
  sizeBytes: number;
}

/** One output of a running model. */
export interface Output {
  name: string;
  /** Length of its last axis; null where the graph does not say. */
  dimension: number | null;
}

export interface Result {
  data: Float32Array;
  dims: readonly number[];
}

/** Row-major, rows x tokens. */
export interface Feed {
  data: BigInt64Array;
  dims: readonly [number, number];
}

/** A model in memory, ready to run. One call at a time. */
export interface RunningModel {
  inputs: readonly string[];
  outputs: readonly Output[];
  /** Threads that it really has. */
  threads: number;
  run(feeds: Readonly<Record<string, Feed>>, output: string): Promise<Result>;
  /** Settles only when the device went away without being asked to; says why. */
  lost: Promise<string>;
  release(): Promise<void>;
}

/** How a model is to run. */
export type Demand = Pick<EncoderRequest, 'dtype' | 'device' | 'threads'>;

/** What runs models: ONNX Runtime in the page, its Node build in tests. */
export interface Runtime {
  /** Name -> version. */
  libraries: Record<string, string>;
  /** Before the weights are fetched. @throws Failure where the device can't do it */
  prepare(demand: Demand, signal: AbortSignal): Promise<Prepared>;
  start(weights: Weights, demand: Demand, prepared: Prepared): Promise<RunningModel>;
}

export interface Prepared {
  /** Threads that it really gets. */
  threads: number;
  /** Called once the model has started, which may let go of what that took. Resolves when the device is lost: why. */
  started: () => Promise<string>;
}

/** The parts of ONNX Runtime that are used here, the same in each of its builds. */
export interface Ort {
  InferenceSession: typeof InferenceSession;
  Tensor: typeof Tensor;
}

/**
 * Models on ONNX Runtime. Its sessions are made here and not by `AutoModel` of transformers.js, whose queues stay
 * rejected for good once one session could not be made, and which copies the weights once more.
 */
export function ortRuntime(
  ort: Ort,
  libraries: Record<string, string>,
  prepare: Runtime['prepare'],
): Runtime {
  return {
    libraries,
    prepare,
    async start(weights, { device }, prepared) {
      const session = await ort.InferenceSession.create(weights.graph, {
        executionProviders: [device],
        // Warnings are about nodes that stay on the CPU, which is as intended.
        logSeverityLevel: 3,
        ...(weights.external.length > 0 && { externalData: weights.external }),
      });
      return {
        inputs: session.inputNames,
        outputs: session.outputMetadata.map(({ name, ...rest }) => {
          const last = 'shape' in rest ? rest.shape.at(-1) : undefined;
          return { name, dimension: typeof last === 'number' && last > 0 ? last : null };
        }),
        threads: prepared.threads,
        lost: prepared.started(),
        async run(feeds, output) {
          const tensors: Record<string, TypedTensor<'int64'>> = {};
          for (const [name, { data, dims }] of Object.entries(feeds)) {
            tensors[name] = new ort.Tensor('int64', data, dims);
          }
          const found = (await session.run(tensors, [output]))[output]!;
          return { data: toFloat32(found.type, await found.getData()), dims: found.dims };
        },
        release: () => session.release(),
      };
    },
  };
}
