import { throwIfAborted } from '../../failure.ts';
import { tokeniserKey, tokenTexts } from '../../text/tokenise.ts';
import { tokeniserOptions } from '../parameters.ts';
import { pause } from '../pause.ts';
import { TASK_CONTEXT } from '../definitions.ts';
import type { LexicalSpec } from '../registry.ts';
import { remember, type TaskState } from '../taskState.ts';
import type { Progress } from '../types.ts';
import { countContexts, type TextPass } from './count.ts';
import type { ContextCounts } from './types.ts';

const SENTENCES_PER_STEP = 5_000;

/**
 * The contexts of the task's words, counted once for each text, window and tokeniser: on the sentences of its rated
 * pairs, each distinct one once (on all where nothing is rated), or on a text of the user's own.
 * @throws Failure `no-contexts`, those of reading the text; Cancelled
 */
export function contextsOf(
  { parameters }: LexicalSpec,
  state: TaskState,
  report: Progress,
  signal?: AbortSignal,
): Promise<ContextCounts> {
  const options = tokeniserOptions(parameters);
  const window = Number(parameters.window);
  const context = String(parameters.context);
  const key = JSON.stringify([context, window, tokeniserKey(options)]);
  return remember(state.contexts, key, async () => {
    const { vocabulary } = await state.tokens(options, report, signal);
    if (context === TASK_CONTEXT) {
      const pass = await passOverTask(state, parameters, report, signal);
      return countContexts(pass.read, { vocabulary, window, countedOn: pass.countedOn });
    }
    const text = await state.resources.text(context);
    const read: TextPass = (onTokens, doing) =>
      text.read(
        (piece) => onTokens(tokenTexts(piece, options)),
        (done, total, _what, unit) => report(done, total, doing, unit),
        signal,
      );
    return countContexts(read, { vocabulary, window, countedOn: `text ${text.id}` });
  });
}

async function passOverTask(
  state: TaskState,
  parameters: LexicalSpec['parameters'],
  report: Progress,
  signal?: AbortSignal,
): Promise<{ read: TextPass; countedOn: string }> {
  const { vocabulary, ids, offsets } = await state.tokens(tokeniserOptions(parameters), report, signal);
  const [group] = state.groups('all');
  const sentences = group ? group.sentences.filter((_, at) => group.multiplicity[at]! > 0) : new Int32Array();
  const read: TextPass = async (onTokens, doing) => {
    for (let s = 0; s < sentences.length; s++) {
      const sentence = sentences[s]!;
      onTokens(Array.from(ids.subarray(offsets[sentence]!, offsets[sentence + 1]!), (id) => vocabulary[id]!));
      if ((s + 1) % SENTENCES_PER_STEP !== 0) continue;
      report(s + 1, sentences.length, doing, 'sentences');
      await pause();
      throwIfAborted(signal, 'Counting');
    }
  };
  const parts = state.task.parts.join(', ');
  return { read, countedOn: `${sentences.length.toLocaleString('en')} sentences of ${parts}` };
}
