import { typesOf } from '../schema/schemaTypes';
import { Flag } from '../syntax/tokens/token';
import { Kind } from '../syntax/tree/nodeKind';
import type { ValueRule } from './rule';
import { withArticle } from './wrongType';

/**
 * An undocumented value of an unusual type, such as a string for `tool_calls`. Where a string is usual, many readers
 * accept an object as well.
 */
export const unusualValue: ValueRule = {
  of: 'value',
  kinds: [Kind.object, Kind.array, Kind.string, Kind.number, Kind.true, Kind.false],
  appliesTo: ({ usual }, kind) => usual !== null && typesOf[kind] !== usual.type,
  check(subject, report) {
    const { kind, from, flags } = subject;
    if (kind === Kind.string && (flags & (Flag.broken | Flag.unquoted)) !== 0) return;
    const { type } = subject.schema.usual!;
    const isContainer = kind === Kind.object || kind === Kind.array;
    report({
      code: 'wrong-type',
      severity: type === 'string' ? 'information' : 'warning',
      from,
      to: isContainer ? from + 1 : subject.to,
      message: () =>
        `${subject.name()} is not documented; chat formats use ${withArticle(type)} here, but this is ${withArticle(typesOf[kind]!)}.`,
      fix: { type },
    });
  },
};
