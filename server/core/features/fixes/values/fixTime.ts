import { zoneOf } from '../../../rules/dateTime';
import { stringValue } from '../../../syntax/tree/strings';
import { type Fixer, type QuickFix, replacement } from '../fix';
import { removalByChoice } from '../members/fixMembers';
import { timesMeant } from './times';
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
 * `invalid-date-time`: writes the instant in the documented form. Assumes a zone, or the order of day and month, only if
 * the user chooses that. Removes the property if its value stands for no time.
 */
export const fixDateTime: Fixer = (document, problem, { node }) => {
  const value = node.to - node.from > maxTimeLength ? null : stringValue(document.text, node);
  if (node.from !== problem.from || value === null) return [];
  if (isBlank(value)) return removalByChoice(document, { problem, member: node });
  return timesMeant(value).map(({ time, assumed }) => {
    const edit = { from: node.from, to: node.to, insert: JSON.stringify(time) };
    const isSure = assumed.length === 0;
    const title = isSure ? `Replace with ${time}` : `Replace with ${time}, assuming ${assumed.join(' and ')}`;
    return replacement(problem, title, edit, isSure);
  });
};

/** Whether a text stands for no value. */
function isBlank(value: string): boolean {
  return /^[^\p{L}\p{N}]*$|^(n\/?a|na[nt]|none|null|unknown)$/iu.test(value);
}
