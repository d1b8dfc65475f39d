import { MONTHS, MULTIPLIERS, NUMBER_WORDS, ORDINAL_WORDS, SHORT_MONTHS, WEEKDAYS } from './closedClasses.ts';

/** The number that a lower-cased word is ("twelve", "12", "1,200", "12th"), or null. */
export function valueOf(form: string): number | null {
  const word = NUMBER_WORDS.get(form) ?? MULTIPLIERS.get(form) ?? ORDINAL_WORDS.get(form);
  if (word !== undefined) return word;
  const first = form.charCodeAt(0);
  if (first < 48 || first > 57) return null;
  const clock = /^(\d{1,2}):(\d{2})(am|pm)?$/.exec(form);
  if (clock) return Number(clock[1]) + Number(clock[2]) / 60;
  const digits = /^(\d[\d,]*(?:\.\d+)?)(st|nd|rd|th|s|m|bn|k|pm|am|p|%)?$/.exec(form);
  if (!digits) return null;
  const value = Number(digits[1]!.replaceAll(',', ''));
  if (!Number.isFinite(value)) return null;
  return value * ({ m: 1e6, bn: 1e9, k: 1000 }[digits[2] ?? ''] ?? 1);
}

/** A month or day of the week, by its number. */
export interface DateName {
  kind: 'month' | 'weekday';
  value: number;
}

const dates = new Map<string, DateName>([
  ...MONTHS.map((name, i): [string, DateName] => [name, { kind: 'month', value: i + 1 }]),
  ...SHORT_MONTHS.map((name, i): [string, DateName] => [name, { kind: 'month', value: i + 1 }]),
  ['sept', { kind: 'month', value: 9 }],
  ...WEEKDAYS.map((name, i): [string, DateName] => [name, { kind: 'weekday', value: i + 1 }]),
  ...WEEKDAYS.map((name, i): [string, DateName] => [`${name}s`, { kind: 'weekday', value: i + 1 }]),
]);

/** "may", "march" and "mar" are verbs where they have no capital. */
export function dateOf(form: string, text: string): DateName | null {
  const found = dates.get(form.replace(/\.$/, ''));
  return found && !(/^(may|mar|march|sep|dec|jan)$/.test(form) && text === form) ? found : null;
}
