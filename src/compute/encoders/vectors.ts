import { Failure, throwIfAborted } from '../../failure.ts';
import { makeBatch, type Batch } from './batch.ts';
import { sentencesAtOnce } from './batches.ts';
import { notAnEncoder } from './configuration.ts';
import type { Ready } from './loadedModel.ts';
import { badRow, normaliseRows, pool } from './pooling.ts';
import { deviceLost, explained } from './problems.ts';
import type { Result } from './runtime.ts';
import type { KeptTokens } from './tokenising.ts';

/**
 * One batch: the vectors of kept sentences, row-major, indices.length x dimension.
 * @throws Failure `bad-rows`, `device-lost`, `model-too-large`, `encoding-failed`, `not-an-encoder`; Cancelled
 */
export async function encodeRows(
  ready: Ready,
  kept: KeptTokens,
  indices: Int32Array,
  signal: AbortSignal,
): Promise<Float32Array> {
  const { dimension, device } = ready.facts;
  const rows = new Float32Array(indices.length * dimension);
  let longest = 0;
  for (const s of indices) longest = Math.max(longest, kept.offsets[s + 1]! - kept.offsets[s]!);
  const size = sentencesAtOnce(indices.length, longest, device);
  for (let start = 0; start < indices.length; start += size) {
    rows.set(await encodeRun(ready, kept, indices.subarray(start, start + size), signal), start * dimension);
  }
  return rows;
}

async function encodeRun(
  ready: Ready,
  kept: KeptTokens,
  indices: Int32Array,
  signal: AbortSignal,
): Promise<Float32Array> {
  const { model, facts } = ready;
  if (model.lost !== null) throw deviceLost(model.lost);
  const padId = model.tokeniser.padId ?? model.configuration.config.pad_token_id ?? 0;
  // Masked padding changes nothing but absolute positions, which are those of a row alone where it stands on the
  // right. Only an output that the graph pools itself may count on the side that the tokeniser pads.
  const padLeft = model.tokeniser.padsLeft && facts.pooling === 'output';
  const vectors = await runBatch(ready, makeBatch(kept, indices, padId, padLeft));
  throwIfAborted(signal, 'Encoding');
  // A device that went away meanwhile may have answered with what was in its memory.
  if (model.lost !== null) throw deviceLost(model.lost);
  const bad = badRow(vectors, facts.dimension);
  if (bad) {
    const sentence = indices[bad.row]! + 1;
    throw new Failure(
      'bad-rows',
      `${facts.model} (${facts.dtype}) on ${facts.device} gave sentence ${sentence} a vector that is ${bad.reason}.`,
      'Run again; if it happens twice, choose another device or precision.',
    );
  }
  if (facts.normalise) normaliseRows(vectors, facts.dimension);
  return vectors;
}

async function runBatch({ model, facts, output }: Ready, batch: Batch): Promise<Float32Array> {
  const { running } = model;
  const { dimension, pooling } = facts;
  const { rows, tokens } = batch;
  const feeds = Object.fromEntries(
    Object.entries(batch.feeds).filter(([name]) => running.inputs.includes(name)),
  );
  try {
    const { data, dims } = await new Promise<Result>((resolve, reject) => {
      model.failBatch = (why) => reject(deviceLost(why));
      running.run(feeds, output.name).then(resolve, reject);
    });
    const expected = pooling === 'output' ? [rows, dimension] : [rows, tokens, dimension];
    if (dims.join() !== expected.join()) {
      throw notAnEncoder(
        facts.model,
        `${output.name} is ${dims.join(' x ')} instead of ${expected.join(' x ')}`,
      );
    }
    if (pooling === 'output') return data;
    return pool(pooling, data, batch.feeds.attention_mask.data, rows, tokens, dimension);
  } catch (error) {
    throw explained(error, facts, 'running');
  } finally {
    model.failBatch = null;
  }
}
