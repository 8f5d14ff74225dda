import { isNumber } from '../../syntax/tokens/words';

/** The JSON number that a word means; null if that is unclear. */
export function numberMeant(word: string): string | null {
  if (/^[+-]?0x[0-9a-f]{1,13}$/i.test(word)) {
    const [sign, digits] = word.startsWith('-') ? ['-', word.slice(1)] : ['', word.replace('+', '')];
    return `${sign}${BigInt(digits)}`;
  }
  const number = word
    // The dashes that word processors and papers write for a minus.
    .replace(/[\u2010-\u2013\u2212]/g, '-')
    .replace(/^\+/, '')
    .replace(/(\d)_(?=\d)/g, '$1')
    .replace(/^(-?)0+(?=\d)/, '$1')
    .replace(/^(-?)\./, '$10.')
    .replace(/(?<=\d)[Ln]$|(?<=\d\.\d*(?:[eE][+-]?\d+)?|\d[eE][+-]\d+)[fFdD]$/, '')
    .replace(/\.(?=$|[eE])/, '.0');
  return isNumber(number) ? number : null;
}

/** The number in a call that only gives it a type: `np.float64(1.0)`, `Decimal('0.5')`, `tensor(1.)`. */
export function numberInCall(word: string): string | null {
  const inner = /^[A-Za-z_][\w.]*\(\s*(['"]?)([^'"()]{1,40})\1\s*\)$/.exec(word)?.[2];
  return inner === undefined ? null : numberMeant(inner.trim());
}
