import { zoneOf } from '../../../rules/dateTime';
import { stringValue } from '../../../syntax/tree/nodes';
import { type Fixer, type QuickFix, replacement } from '../fix';
import { removalByChoice } from '../members/fixMembers';
import { timeMeant } from './times';
import { toUtc } from './utc';

/** No meaningful time is longer. */
const maxTimeLength = 100;

/** `not-utc`: writes the same instant in UTC. Treats a time without a zone as UTC only if the user chooses that. */
export const fixNotUtc: Fixer = ({ text }, problem, { node }) => {
  const value = stringValue(text, node);
  const zone = value === null ? null : zoneOf(value);
  if (node.from !== problem.from || value === null || zone === null) return [];
  const replace = (title: string, time: string, isPreferred: boolean): QuickFix =>
    replacement(problem, title, { from: node.from, to: node.to, insert: JSON.stringify(time) }, isPreferred);
  if (zone === '') return [replace('Treat as UTC', `${value}Z`, false)];
  const time = toUtc(value);
  return time === null ? [] : [replace(`Convert to UTC: ${time}`, time, true)];
};

/**
 * `invalid-date-time`: writes the instant in the documented form. Treats it as UTC without a zone only if the user
 * chooses that. Removes the property if its value stands for no time.
 */
export const fixDateTime: Fixer = (document, problem, { node }) => {
  const value = node.to - node.from > maxTimeLength ? null : stringValue(document.text, node);
  if (node.from !== problem.from || value === null) return [];
  const meant = timeMeant(value);
  if (meant === null) return isBlank(value) ? removalByChoice(document, { problem, member: node }) : [];
  const edit = { from: node.from, to: node.to, insert: JSON.stringify(meant.time) };
  const title = meant.isSure ? `Replace with ${meant.time}` : `Replace with ${meant.time}, assuming UTC`;
  return [replacement(problem, title, edit, meant.isSure)];
};

/** Whether a text stands for no value. */
function isBlank(value: string): boolean {
  return /^[^\p{L}\p{N}]*$|^(n\/?a|none|null|unknown)$/iu.test(value);
}
