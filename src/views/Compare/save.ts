import { Failure } from '../../failure.ts';

/** Gives a file to the browser's downloads. Text is UTF-8 without a byte order mark. */
export function saveFile(name: string, content: string | Blob, type: string): void {
  const url = URL.createObjectURL(typeof content === 'string' ? new Blob([content], { type }) : content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Not at once: some browsers read the address only after the click was handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** @throws Failure `clipboard-refused`: no permission, or a page without https */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch (cause) {
    throw new Failure(
      'clipboard-refused',
      'The browser refused to copy.',
      'Allow this page to use the clipboard, or copy the text shown below.',
      { cause },
    );
  }
}
