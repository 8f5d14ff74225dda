import type { Document } from '../../../document';
import { rewardName } from '../../../schema/fields';
import type { Problem } from '../../../schema/problem';
import type { Schema } from '../../../schema/schema';
import { schemaAt } from '../../../schema/schemaAt';
import { typesOf } from '../../../schema/schemaTypes';
import { childAt, childCount, childrenOf } from '../../../syntax/nodes/children';
import type { Node } from '../../../syntax/nodes/node';
import { Flag } from '../../../syntax/tokens/token';
import { Kind } from '../../../syntax/tree/nodeKind';
import { keyName } from '../../../syntax/tree/strings';
import { lineEnd, lineStart, positionAt, sliceText } from '../../../text/text';
import { type Fixer, type QuickFix, remove, replacement, shown, withoutLine } from '../fix';
import { removalByChoice } from '../members/fixMembers';
import { withNestedTools } from '../members/nestTool';
import { isLike, jsonTextOf } from '../shapes';
import { inArray, inObject, inUsualArray } from './containers';
import type { Conversion } from './conversion';
import { asBoolean, asNumber, asString, asTime, isZero, onlyValueOf } from './scalars';
import { joinedTexts, jsonInString, withoutLineBreaks } from './texts';

/** `wrong-type`: converts the value to the documented type. */
export const fixWrongType: Fixer = (document, problem, { node }) => {
  const wanted = problem.fix?.type;
  const isWhole = node.kind !== Kind.invalid && node.kind !== Kind.key && (node.flags & Flag.broken) === 0;
  if (node.from !== problem.from || wanted === undefined || !isWhole || isOverLines(document, node))
    return [];
  const schema = schemaAt(document, node);
  const fixes = conversions(document, node, { wanted, schema }).map(({ title, insert, isSure }) =>
    replacement(problem, title, { from: node.from, to: node.to, insert }, isSure),
  );
  const isNoTime = schema?.format === 'date-time' && isZero(document.text, node);
  const removed = isNoTime ? removalByChoice(document, { problem, member: node }) : [];
  const wraps = around(document, problem, { node, wanted, schema });
  const rest = wraps.length > 0 ? wraps : unwrapped(document, problem, { node, wanted });
  return [...fixes, ...rest, ...removed, ...lineRemoved(document, problem, node)];
};

/** Whether a value of JSON Lines is on several lines: its line breaks are fixed first, because what else is changed moves them. */
function isOverLines({ text }: Document, { parent, from, to }: Node): boolean {
  return parent?.kind === Kind.lines && positionAt(text, from).line !== positionAt(text, to).line;
}

interface Wanted {
  readonly wanted: string;
  /** The documented schema; null if the other type is merely usual. */
  readonly schema: Schema | null;
}

function conversions(document: Document, node: Node, { wanted, schema }: Wanted): Conversion[] {
  const { text } = document;
  switch (wanted) {
    case 'number':
      return write(asNumber(text, node, isReward(document, node)));
    case 'boolean':
      return write(asBoolean(text, node));
    case 'string':
      if (schema?.format === 'date-time') return asTime(text, node);
      return [
        ...write(asString(text, node, schema)),
        ...joinedTexts(document, node),
        ...asJsonText(document, node),
      ];
    default: {
      const json = jsonInString(text, node, wanted);
      return json === null
        ? []
        : [
            {
              title: 'Replace the string with the JSON it contains',
              insert: withoutLineBreaks(
                document,
                schema === null ? json : withNestedTools(document, json, schema),
              ),
              isSure: true,
            },
          ];
    }
  }
}

function isReward({ text, engine }: Document, { key }: Node): boolean {
  return key !== null && keyName(text, key) === rewardName(engine.schemas);
}

function write(converted: { readonly token: string; readonly isSure: boolean } | null): Conversion[] {
  return converted === null
    ? []
    : [
        {
          title: `Replace with ${shown(converted.token)}`,
          insert: converted.token,
          isSure: converted.isSure,
        },
      ];
}

/** Writes an object or array as a string of JSON. */
function asJsonText({ text }: Document, node: Node): Conversion[] {
  const json = jsonTextOf(text, node);
  return json === null ? [] : [{ title: 'Convert to a JSON string', insert: json, isSure: false }];
}

/** Takes the only item out of an array, or the only property's value out of an object, if that has the wanted type. */
function unwrapped(
  document: Document,
  { code }: Problem,
  { node, wanted }: { readonly node: Node; readonly wanted: string },
): QuickFix[] {
  if (wanted === 'object' && isWrappedTwice(document, node)) {
    const inner = [...childrenOf(node)];
    const edits = [remove(node.from, inner[0]!.from), remove(inner.at(-1)!.to, node.to)];
    return [{ title: 'Remove the inner brackets', code, edits, isPreferred: false }];
  }
  const only = wanted === 'object' || wanted === 'array' ? onlyValueOf(node) : null;
  if (only === null || typesOf[only.kind] !== wanted || (only.flags & Flag.broken) !== 0) return [];
  const title =
    node.kind === Kind.array
      ? 'Remove the outer brackets'
      : `Replace with the value of ${shown(nameIn(document, only))}`;
  const edits = [remove(node.from, only.from), remove(only.to, node.to)];
  return [{ title, code, edits, isPreferred: false }];
}

/** Whether an array of objects is the only item of an array that such objects should be in. */
function isWrappedTwice(document: Document, node: Node): boolean {
  const { parent } = node;
  const schema = schemaAt(document, node);
  if (node.kind !== Kind.array || parent?.kind !== Kind.array || childCount(parent) !== 1) return false;
  const first = childAt(node, 0);
  return schema !== null && first?.kind === Kind.object && isLike(document, first, schema);
}

function nameIn({ text }: Document, { key }: Node): string {
  return key === null ? '' : sliceText(text, key.from, key.to);
}

/** A line without an object in JSON Lines, such as null. */
function lineRemoved(document: Document, problem: Problem, node: Node): QuickFix[] {
  if (node.parent?.kind !== Kind.lines || node.kind === Kind.object) return [];
  const before = childAt(node.parent, node.index - 1);
  const isApart = before === null || ((before.flags & Flag.broken) === 0 && !isOverLines(document, before));
  if (!isApart || !isWholeLine(document, node)) return [];
  return [{ ...withoutLine(document, problem), isPreferred: false }];
}

/** Whether nothing else is on the line of a value. */
function isWholeLine({ text }: Document, { from, to }: Node): boolean {
  const { line } = positionAt(text, from);
  const around = [sliceText(text, lineStart(text, line), from), sliceText(text, to, lineEnd(text, line))];
  return around.every((part) => part.trim() === '');
}

/** Puts brackets around a value, unchanged. */
function around(
  document: Document,
  { code }: Problem,
  { node, wanted, schema }: { node: Node } & Wanted,
): QuickFix[] {
  if (schema === null) return wanted === 'array' ? inUsualArray(code, node) : [];
  if (wanted === 'array') return inArray(document, { code, node, schema });
  return wanted === 'object' ? inObject(document, { code, node, schema }) : [];
}
