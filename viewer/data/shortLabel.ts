/** Code units; a shorter start in common leaves room enough. */
const minCommon = 12;

const commonStarts = new WeakMap<readonly string[], { readonly of: number; readonly length: number }>();

/**
 * A label without the start that all labels of its name have in common, if that is long: `…0036` of
 * `airline-rebooking-0036`.
 */
export function shortLabel(texts: readonly string[], label: string): string {
  const length = commonStart(texts);
  return length < minCommon ? label : `…${label.slice(length)}`;
}

/** The length of the start that all texts have in common, up to the end of a word. The list may grow at its end. */
function commonStart(texts: readonly string[]): number {
  const known = commonStarts.get(texts);
  if (known?.of === texts.length) return known.length;
  const [first = ''] = texts;
  let length = texts.length < 2 ? 0 : first.length;
  for (const text of texts) {
    while (length > 0 && !text.startsWith(first.slice(0, length))) length--;
    if (length < minCommon) break;
  }
  while (length > 0 && /[\p{L}\p{N}\p{Cs}]/u.test(first[length - 1]!)) length--;
  commonStarts.set(texts, { of: texts.length, length });
  return length;
}
