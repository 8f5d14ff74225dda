import type { Document } from '../../../document';
import type { Problem } from '../../../schema/problem';
import type { Schema } from '../../../schema/schema';
import { schemaAt } from '../../../schema/schemaAt';
import { Flag } from '../../../syntax/tokens/token';
import { Kind } from '../../../syntax/tree/nodeKind';
import type { Node } from '../../../syntax/tree/nodes';
import { type Fixer, type QuickFix, replacement, shown } from '../fix';
import { removalByChoice } from '../members/fixMembers';
import { withNestedTools } from '../members/nestTool';
import { inArray, inObject } from './containers';
import type { Conversion } from './conversion';
import { asBoolean, asNumber, asString, asTime, isZero } from './scalars';
import { joinedTexts, jsonInString, jsonTextOf, withoutLineBreaks } from './texts';

/** `wrong-type`: converts the value to the documented type. */
export const fixWrongType: Fixer = (document, problem, { node }) => {
  const wanted = problem.fix?.type;
  const isWhole = node.kind !== Kind.invalid && node.kind !== Kind.key && (node.flags & Flag.broken) === 0;
  if (node.from !== problem.from || wanted === undefined || !isWhole) return [];
  const schema = schemaAt(document, node);
  const fixes = conversions(document, node, { wanted, schema }).map(({ title, insert, isSure }) =>
    replacement(problem, title, { from: node.from, to: node.to, insert }, isSure),
  );
  const isNoTime = schema?.format === 'date-time' && isZero(document.text, node);
  const removed = isNoTime ? removalByChoice(document, { problem, member: node }) : [];
  return [...fixes, ...around(document, problem, { node, wanted, schema }), ...removed];
};

interface Wanted {
  readonly wanted: string;
  /** The documented schema; null if the other type is merely usual. */
  readonly schema: Schema | null;
}

function conversions(document: Document, node: Node, { wanted, schema }: Wanted): Conversion[] {
  const { text } = document;
  switch (wanted) {
    case 'number':
      return write(asNumber(text, node));
    case 'boolean':
      return write(asBoolean(text, node));
    case 'string':
      if (schema?.format === 'date-time') return asTime(text, node);
      return [...write(asString(text, node)), ...joinedTexts(document, node), ...asJsonText(document, node)];
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

/** Puts brackets around a value, unchanged. */
function around(
  document: Document,
  { code }: Problem,
  { node, wanted, schema }: { node: Node } & Wanted,
): QuickFix[] {
  if (schema === null) return [];
  if (wanted === 'array') return inArray(document, { code, node, schema });
  return wanted === 'object' ? inObject(document, { code, node, schema }) : [];
}
