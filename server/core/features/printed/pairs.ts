import { isNumber } from '../../syntax/tokens/words';
import { isDictionary, type OpenBracket, type PairRole } from './openBracket';

/** The role of a bracket that opens next; `last` is the index of the last piece. */
export function roleOf(piece: string, around: OpenBracket | undefined, last: number): PairRole | null {
  if (around?.role === 'list') return piece === '(' || piece === '[' ? 'pair' : null;
  const isFirst = around?.wrapper != null && around.at === last;
  return isFirst && piece === '[' && isDictionary(around.wrapper!) ? 'list' : null;
}

/** Makes a member of a pair that ends behind the piece `last`; false if its first value cannot be a name. */
export function becameMember(pieces: string[], pair: OpenBracket, last: number): boolean {
  const { at, commas, comma, beforeComma } = pair;
  const blanks = pieces[at + 1]?.trim() === '' ? 1 : 0;
  const name = beforeComma === at + 1 + blanks ? nameOf(pieces[beforeComma]!) : null;
  if (commas !== 1 || comma === last || name === null) return false;
  pieces[at] = '';
  pieces[beforeComma] = name;
  pieces[comma] = ':';
  return true;
}

/** The name that `json.dumps` makes of a key; null if it makes none. */
function nameOf(json: string): string | null {
  if (json.startsWith('"')) return json;
  return isNumber(json) || /^(?:true|false|null)$/.test(json) ? JSON.stringify(json) : null;
}

/** Makes an object of a list of which all items became members; false if some did not. */
export function becameObject(pieces: string[], list: OpenBracket, last: number): boolean {
  const isOpen = last === list.at || pieces[last] === ',';
  if (list.members !== list.commas + (isOpen ? 0 : 1)) return false;
  if (last !== list.at && isOpen) pieces[last] = '';
  pieces[list.at] = '{';
  return true;
}
