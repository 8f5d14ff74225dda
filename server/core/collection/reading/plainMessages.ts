import { resultRoles } from '../../schema/chatRoles';
import { Column, stride } from '../../syntax/layout';
import { Flag } from '../../syntax/tokens/token';
import { Kind } from '../../syntax/tree/nodeKind';
import { flagsOf, keyNumberOf, kindOf, type Pack } from '../../syntax/tree/tree';
import { charAt, type Text } from '../../text/text';
import { type CollectionFields, MessageField } from './fields';
import { decodedLength } from './strings';
import { memberRow, rowAfter } from './values';

/** Returned for a message that needs a full read. */
export const notPlain = -1;

/**
 * UTF-16 code units of a message that has only a role, a text and members irrelevant here. Creates no objects, because
 * there may be millions of messages. Items that are not objects count 0.
 */
export function plainCharacters(
  text: Text,
  { pack, offset, row }: { readonly pack: Pack; readonly offset: number; readonly row: number },
  { message: { slots } }: CollectionFields,
): number {
  const { rows } = pack;
  if (kindOf(rows[row * stride]!) !== Kind.object) return 0;
  const end = rowAfter(pack, row);
  let content = -1;
  for (let child = row + 1; child < end; child = rowAfter(pack, child)) {
    const info = rows[child * stride]!;
    const field = kindOf(info) === Kind.key ? slots[keyNumberOf(info)]! - 1 : -1;
    const isMissing = rowAfter(pack, child) === child + 1;
    const kind = isMissing ? Kind.null : kindOf(rows[(child + 1) * stride]!);
    if (field === MessageField.content) {
      if (kind !== Kind.string && kind !== Kind.null) return notPlain;
      content = kind === Kind.string ? child + 1 : -1;
    } else if (field === MessageField.role) {
      if (!isMissing && mayBeResult(text, { pack, offset, row: child + 1 })) return notPlain;
    } else if (field >= 0 && !isPassedOver[field] && kind !== Kind.null) return notPlain;
  }
  return content < 0 ? 0 : charactersOfRow(text, pack, { row: content, offset });
}

/** Members that the sums ignore, by field index. */
const isPassedOver: readonly boolean[] = Object.values(MessageField).map((field) =>
  (
    [
      MessageField.name,
      MessageField.logprobs,
      MessageField.reasoningContent,
      MessageField.reasoning,
    ] as number[]
  ).includes(field),
);

/** Whether a role may be that of a result, by its first character and length. */
function mayBeResult(
  text: Text,
  { pack: { rows }, offset, row }: { readonly pack: Pack; readonly offset: number; readonly row: number },
): boolean {
  const at = row * stride;
  if (flagsOf(rows[at]!) !== 0) return true;
  const from = rows[at + Column.from]!;
  const length = rows[at + Column.to]! - from - 2;
  for (const role of resultRoles)
    if (role.length === length && role.charCodeAt(0) === charAt(text, offset + from + 1)) return true;
  return false;
}

function charactersOfRow(
  text: Text,
  pack: Pack,
  { row, offset }: { readonly row: number; readonly offset: number },
): number {
  const at = row * stride;
  const length = pack.rows[at + Column.to]! - pack.rows[at + Column.from]! - 2;
  const isPlain = (flagsOf(pack.rows[at]!) & (Flag.escapes | Flag.broken | Flag.unquoted)) === 0;
  return isPlain ? length : decodedLength(text, memberRow(pack, row, offset));
}
