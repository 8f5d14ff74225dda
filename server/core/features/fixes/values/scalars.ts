import { maxNumberLength } from '../../../collection/reading/strings';
import { survives } from '../../../rules/unsafeNumber';
import { isNumber } from '../../../syntax/tokens/words';
import { Kind } from '../../../syntax/tree/nodeKind';
import { childAt, childCount, type Node, stringValue } from '../../../syntax/tree/nodes';
import { sliceText, type Text } from '../../../text/text';
import type { Conversion } from './conversion';
import { timesMeant } from './times';

/** A token with the same meaning in another type, and whether that is certain. */
export interface Converted {
  readonly token: string;
  readonly isSure: boolean;
}

const sure = (token: string): Converted => ({ token, isSure: true });

export function asNumber(text: Text, node: Node): Converted | null {
  if (node.kind === Kind.true) return sure('1');
  if (node.kind === Kind.false) return sure('0');
  const only = node.kind === Kind.array && childCount(node) === 1 ? childAt(node, 0) : null;
  if (only?.kind === Kind.number) return { token: sliceText(text, only.from, only.to), isSure: false };
  const value = shortString(text, node)?.trim() ?? null;
  return value !== null && isNumber(value) && survives(value) ? sure(value) : null;
}

export function asBoolean(text: Text, node: Node): Converted | null {
  const isScalar = node.kind === Kind.number || node.kind === Kind.string;
  const value =
    node.kind === Kind.number
      ? sliceText(text, node.from, Math.min(node.to, node.from + 4))
      : shortString(text, node);
  if (!isScalar || value === null) return null;
  if (/^(?:true|True|TRUE)$/.test(value) || (value === '1' && node.kind === Kind.number)) return sure('true');
  return /^(?:false|False|FALSE)$/.test(value) || (value === '0' && node.kind === Kind.number)
    ? sure('false')
    : null;
}

export function asString(text: Text, node: Node): Converted | null {
  const isScalar = node.kind === Kind.number || node.kind === Kind.true || node.kind === Kind.false;
  return isScalar ? sure(`"${sliceText(text, node.from, node.to)}"`) : null;
}

/** Converts seconds since 1970, or fractions of seconds, to a time. */
export function asTime(text: Text, node: Node): Conversion[] {
  if (node.kind !== Kind.number || node.to - node.from > maxNumberLength) return [];
  return timesMeant(sliceText(text, node.from, node.to)).map(({ time }) => ({
    title: `Replace with ${time}`,
    insert: JSON.stringify(time),
    isSure: true,
  }));
}

/** Whether a value is the number 0, as programs write a time that they do not know. */
export function isZero(text: Text, { kind, from, to }: Node): boolean {
  return kind === Kind.number && to - from <= maxNumberLength && Number(sliceText(text, from, to)) === 0;
}

function shortString(text: Text, node: Node): string | null {
  return node.to - node.from > maxNumberLength ? null : stringValue(text, node);
}
