import { maxNumberLength } from '../../../collection/reading/strings';
import { zoneOf } from '../../../rules/dateTime';
import { survives } from '../../../rules/unsafeNumber';
import type { Schema } from '../../../schema/schema';
import { childAt, childCount } from '../../../syntax/nodes/children';
import type { Node } from '../../../syntax/nodes/node';
import { isNumber } from '../../../syntax/tokens/words';
import { Kind } from '../../../syntax/tree/nodeKind';
import { stringValue } from '../../../syntax/tree/strings';
import { sliceText, type Text } from '../../../text/text';
import { numberMeant } from '../../printed/numbers';
import type { Conversion } from './conversion';
import { timesMeant } from './times';

/** A token with the same meaning in another type, and whether that is certain. */
export interface Converted {
  readonly token: string;
  readonly isSure: boolean;
}

const sure = (token: string): Converted => ({ token, isSure: true });

/** A truth value is surely a number only as a reward. */
export function asNumber(text: Text, node: Node, isReward: boolean): Converted | null {
  if (node.kind === Kind.true) return { token: '1', isSure: isReward };
  if (node.kind === Kind.false) return { token: '0', isSure: isReward };
  const only = onlyValueOf(node);
  if (only?.kind === Kind.number) return { token: sliceText(text, only.from, only.to), isSure: false };
  const value = shortString(text, node)?.trim() ?? null;
  if (value === null) return null;
  if (isNumber(value) && survives(value)) return sure(value);
  const number = numberGuessed(value);
  return number === null ? null : { token: number, isSure: false };
}

/** The only item of an array, or the value of the only property of an object. */
export function onlyValueOf(node: Node): Node | null {
  const isContainer = node.kind === Kind.array || node.kind === Kind.object;
  return isContainer && childCount(node) === 1 ? childAt(node, 0) : null;
}

/** A number with a decimal comma, or as another language writes it, or a truth value as text. */
function numberGuessed(value: string): string | null {
  if (/^-?\d+,\d+$/.test(value)) return numberMeant(value.replace(',', '.'));
  if (/^true$/i.test(value)) return '1';
  if (/^false$/i.test(value)) return '0';
  const number = numberMeant(value);
  return number !== null && survives(number) ? number : null;
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

/** A number or a truth value as text; a guess where certain texts are documented, which it is none of. */
export function asString(text: Text, node: Node, schema: Schema | null): Converted | null {
  const isScalar = node.kind === Kind.number || node.kind === Kind.true || node.kind === Kind.false;
  if (!isScalar) return null;
  const isSure = schema === null || schema.documentedValues.length === 0;
  return { token: `"${sliceText(text, node.from, node.to)}"`, isSure };
}

/** Converts seconds since 1970, or fractions of seconds, to a time; also the only value of a container. */
export function asTime(text: Text, node: Node): Conversion[] {
  const only = onlyValueOf(node);
  const value = only ?? node;
  if (value.to - value.from > maxNumberLength) return [];
  const written =
    value.kind === Kind.number ? sliceText(text, value.from, value.to) : stringValue(text, value);
  if (written === null) return [];
  const isTime = zoneOf(written) === 'Z';
  const times = isTime ? [{ time: written, assumed: [] }] : timesMeant(written);
  return times.map(({ time, assumed }) => ({
    title: `Replace with ${time}${assumed.length === 0 ? '' : `, assuming ${assumed.join(' and ')}`}`,
    insert: JSON.stringify(time),
    isSure: only === null && assumed.length === 0,
  }));
}

/** Whether a value is the number 0, as programs write a time that they do not know. */
export function isZero(text: Text, { kind, from, to }: Node): boolean {
  return kind === Kind.number && to - from <= maxNumberLength && Number(sliceText(text, from, to)) === 0;
}

function shortString(text: Text, node: Node): string | null {
  return node.to - node.from > maxNumberLength ? null : stringValue(text, node);
}
