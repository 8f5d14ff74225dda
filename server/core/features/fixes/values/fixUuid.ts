import { stringValue } from '../../../syntax/tree/strings';
import { type Fixer, type QuickFix, replacement } from '../fix';

/** No spelling of a UUID is longer. */
const maxUuidLength = 400;

/** `invalid-uuid`: writes the same digits in the usual form, or uses a recent model id. */
export const fixUuid: Fixer = ({ text }, problem, { recentModelIds, node }) => {
  const value = node.to - node.from > maxUuidLength ? null : stringValue(text, node);
  if (node.from !== problem.from || value === null) return [];
  const use = (id: string, title: string, isPreferred: boolean): QuickFix =>
    replacement(problem, title, { from: node.from, to: node.to, insert: JSON.stringify(id) }, isPreferred);
  const [, a, b, c, d, e] = spelledOtherwise.exec(value) ?? [];
  const same =
    a === undefined ? [] : [use([a, b, c, d, e].join('-'), 'Convert to the standard UUID form', true)];
  return [...same, ...recentModelIds.slice(0, 5).map((id) => use(id, `Use model id ${id}`, false))];
};

/** The same 32 digits in braces, as a URN, without hyphens, or with spaces around them. */
const spelledOtherwise =
  /^\s*(?:urn:uuid:)?\{?([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})\}?\s*$/i;
