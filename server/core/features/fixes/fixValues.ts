import { zoneOf } from '../../rules/dateTime';
import { survives } from '../../rules/unsafeNumber';
import { uuidPattern } from '../../rules/uuid';
import { schemaAt } from '../../schema/at';
import { typesOf } from '../../schema/validate';
import { Kind } from '../../syntax/nodeKind';
import { type Node, nodeAt, stringValue } from '../../syntax/nodes';
import { Flag } from '../../syntax/token';
import { isNumber } from '../../syntax/words';
import { sliceText, type Text } from '../../text/text';
import { type Fixer, insert, type QuickFix, replacement, shown } from './fix';
import { toUtc } from './utc';

/** `wrong-type`: what converts without loss. */
export const fixWrongType: Fixer = (document, problem) => {
  const { tree, text } = document;
  const node = nodeAt(tree, problem.from);
  const wanted = problem.fix?.type;
  if (node.from !== problem.from || wanted === undefined) return [];
  if (wanted === 'array') {
    const items = schemaAt(document, node)?.items ?? null;
    const fits = items === null || items.type === null || items.type === typesOf[node.kind];
    const isWhole = node.kind !== Kind.invalid && node.kind !== Kind.key && (node.flags & Flag.broken) === 0;
    if (!fits || !isWhole) return [];
    const edits = [insert(node.from, '['), insert(node.to, ']')];
    return [{ title: 'Put it into an array', code: problem.code, edits, isPreferred: true }];
  }
  const converted = convert(text, node, wanted);
  if (converted === null) return [];
  const edit = { from: node.from, to: node.to, insert: converted };
  return [replacement(problem, `Write ${shown(converted)}`, edit)];
};

/** The token that says the same in another type; null where there is none. */
function convert(text: Text, node: Node, wanted: string): string | null {
  const isScalar = node.kind === Kind.number || node.kind === Kind.true || node.kind === Kind.false;
  if (wanted === 'string' && isScalar) return `"${sliceText(text, node.from, node.to)}"`;
  const value = node.to - node.from > longestConverted ? null : stringValue(text, node);
  if (value === null) return null;
  if (wanted === 'number' && isNumber(value) && survives(value)) return value;
  return wanted === 'boolean' && (value === 'true' || value === 'false') ? value : null;
}

/** No number that means something is longer. */
const longestConverted = 400;

/** `invalid-uuid`: the same digits in the usual form, or a model that was used before. */
export const fixUuid: Fixer = ({ tree, text }, problem, { recentModelIds }) => {
  const node = nodeAt(tree, problem.from);
  const value = node.to - node.from > longestConverted ? null : stringValue(text, node);
  if (node.from !== problem.from || value === null) return [];
  const use = (id: string, title: string, isPreferred: boolean): QuickFix =>
    replacement(problem, title, { from: node.from, to: node.to, insert: JSON.stringify(id) }, isPreferred);
  const [, a, b, c, d, e] = spelledOtherwise.exec(value) ?? [];
  const same = a === undefined ? [] : [use([a, b, c, d, e].join('-'), 'Write it in the usual form', true)];
  const recent = recentModelIds.filter((id) => uuidPattern.test(id)).slice(0, 5);
  return [...same, ...recent.map((id) => use(id, `Use model id ${id}`, false))];
};

/** The same 32 digits in braces, as a URN, without hyphens, or with blanks around them. */
const spelledOtherwise =
  /^\s*(?:urn:uuid:)?\{?([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})\}?\s*$/i;

/** `not-utc`: the same instant in UTC; a time without a zone is taken for UTC only where somebody says so. */
export const fixNotUtc: Fixer = ({ tree, text }, problem) => {
  const node = nodeAt(tree, problem.from);
  const value = stringValue(text, node);
  const zone = value === null ? null : zoneOf(value);
  if (node.from !== problem.from || value === null || zone === null) return [];
  const replace = (title: string, time: string, isPreferred: boolean): QuickFix =>
    replacement(problem, title, { from: node.from, to: node.to, insert: JSON.stringify(time) }, isPreferred);
  if (zone === '') return [replace('Treat as UTC', `${value}Z`, false)];
  const time = toUtc(value);
  return time === null ? [] : [replace(`Convert to UTC: ${time}`, time, true)];
};
