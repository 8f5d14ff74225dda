import type { Node } from '../syntax/nodes/node';
import { Flag } from '../syntax/tokens/token';
import { Kind } from '../syntax/tree/nodeKind';
import { sliceText, type Text } from '../text/text';

/** Whether a string contains JSON: then it was encoded twice. */
export function holdsJson(text: Text, { kind, flags, from, to }: Node): boolean {
  if (kind !== Kind.string || (flags & Flag.broken) !== 0) return false;
  return /^"(\\")?\s*[{[](\s|\\+[nrt])*(\\+"|[{[])/.test(sliceText(text, from, Math.min(to, from + 200)));
}
