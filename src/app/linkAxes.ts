/** A parameter that a sweep varies, as a link holds it: a list as it was written, or the values that are ticked. */
export interface LinkAxis {
  parameter: string;
  choice: { kind: 'list'; text: string } | { kind: 'ticks'; values: string[] };
}

const NAME = /^[\w-]{1,40}$/;
/** A list holds numbers and what stands between them; words that were typed into it are no values of a parameter. */
const LIST = /^[-+.\deE,;\s]{0,400}$/;

/** "a=1e-4, 1e-3" or "measure:cosine,dot"; null where it is none that a page makes. */
export function writeAxis({ parameter, choice }: LinkAxis): string | null {
  if (!NAME.test(parameter)) return null;
  if (choice.kind === 'list') return LIST.test(choice.text) ? `${parameter}=${choice.text}` : null;
  return choice.values.every((value) => NAME.test(value)) ? `${parameter}:${choice.values.join(',')}` : null;
}

/** Null where the text says no axis. */
export function readAxis(text: string): LinkAxis | null {
  const [, parameter, kind, rest] = /^([\w-]{1,40})([=:])(.*)$/s.exec(text) ?? [];
  if (parameter === undefined || rest === undefined) return null;
  if (kind === '=') return LIST.test(rest) ? { parameter, choice: { kind: 'list', text: rest } } : null;
  const values = rest === '' ? [] : rest.split(',');
  return values.every((value) => NAME.test(value)) ? { parameter, choice: { kind: 'ticks', values } } : null;
}
