/** What an edit does to the sentence, in the order of the menu. */
export const EDIT_KINDS = ['negate', 'swap', 'antonym', 'sister', 'drop', 'append'] as const;
export type EditKind = (typeof EDIT_KINDS)[number];

/** A piece of the edited sentence, in UTF-16 offsets. Never empty. */
export interface EditSpan {
  start: number;
  end: number;
}

/** A sentence and what is new in it. */
export interface EditedText {
  /** Never equal to the sentence it was made from. */
  result: string;
  /** What is new in `result` or stands elsewhere than before, in order; empty where words only went. */
  spans: readonly EditSpan[];
}

/** A change to a sentence that the pair lab offers as one button. */
export interface Edit extends EditedText {
  kind: EditKind;
  /** For the button or the menu: "negate “runs”", "drop “with the woman”", "“bought” → “sold”". */
  label: string;
}
