/** What is listed of very many. */
export interface Fitting<T> {
  readonly kept: readonly T[];
  /** Whether there are more: then typing on finds others. */
  readonly isCut: boolean;
}

/** Those that go with what has been typed, as far as there is room; all of them where they are not too many. */
export function filterTyped<T>(all: readonly T[], typed: string, textOf: (one: T) => string): Fitting<T> {
  if (all.length <= maxListed) return { kept: all, isCut: false };
  return { kept: all.filter((one) => goesWith(textOf(one), typed)).slice(0, maxListed), isCut: true };
}

const maxListed = 100;

/** Whether the typed characters stand in a text in that order: this is how editors filter. */
function goesWith(text: string, typed: string): boolean {
  const whole = text.toLowerCase();
  let at = 0;
  for (const character of typed.toLowerCase()) {
    at = whole.indexOf(character, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
