/** A system's label that may be cut behind its colon, by a blank of no width: narrow columns hold "transformer:use-lite". */
export function breakable(label: string): string {
  return label.replaceAll(':', ':\u200b');
}
