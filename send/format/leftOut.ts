import { boundedText } from './plainText';

/** Members named in the message; the rest are "others". */
const maxNamedMembers = 5;

/** Says which members of a document's root a converted document lacks; `what` is its form. */
export function leftOutMessage(source: string, left: readonly string[], what: string): string {
  const names = left.slice(0, maxNamedMembers).map((name) => boundedText(name, 60));
  const [last, ...others] = [...names, ...(left.length > maxNamedMembers ? ['others'] : [])].reverse();
  const list = others.length === 0 ? last : `${others.reverse().join(', ')} and ${last}`;
  const isOne = left.length === 1;
  return `${list} ${isOne ? 'was' : 'were'} left out, because ${what} cannot contain ${isOne ? 'it' : 'them'}. ${source} is unchanged.`;
}
