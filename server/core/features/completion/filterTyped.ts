/** The listed part of a long list. */
export interface Fitting<T> {
  readonly kept: readonly T[];
  /** Whether there are more: further typing finds others. */
  readonly isCut: boolean;
}

/** Entries that match the typed text, up to a limit; all of them if the list is short. */
export function filterTyped<T>(all: readonly T[], typed: string, textOf: (one: T) => string): Fitting<T> {
  if (all.length <= maxListed) return { kept: all, isCut: false };
  return { kept: all.filter((one) => goesWith(textOf(one), typed)).slice(0, maxListed), isCut: true };
}

const maxListed = 100;

/** Whether a text contains the typed characters in that order, as editors filter. */
function goesWith(text: string, typed: string): boolean {
  const whole = text.toLowerCase();
  let at = 0;
  for (const character of typed.toLowerCase()) {
    at = whole.indexOf(character, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
