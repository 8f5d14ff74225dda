import { chatRoles } from '../../schema/chatRoles';
import { typosOf } from '../../schema/didYouMean';
import type { Range } from '../../text/range';
import type { HintRule, MisspeltRole } from './trajectory';

/** Roles whose meanings are kept: a document repeats them. */
const maxKept = 1000;
const kept = new Map<string, string | null>();

/** The role of chat formats that another one is likely a typo of; null if it is none. */
export function roleMeant(role: string): string | null {
  if (role.length > 60 || chatRoles.includes(role) || isOneOfSeveral(role)) return null;
  let meant = kept.get(role);
  if (meant === undefined) {
    meant = typosOf(role, chatRoles)[0] ?? null;
    if (kept.size >= maxKept) kept.clear();
    kept.set(role, meant);
  }
  return meant;
}

/** Whether a role tells apart speakers of one role: `user_1`, `assistant-b`. */
function isOneOfSeveral(role: string): boolean {
  const kind = /^(.*?)(?:[_\-. ]?\d+|[_\-. ][A-Za-z])$/s.exec(role)?.[1]?.toLowerCase();
  return kind !== undefined && chatRoles.some((one) => one === kind);
}

export function misspeltRole(role: string, { from, to }: Range, property: string): MisspeltRole | null {
  const meant = roleMeant(role);
  return meant === null ? null : { property, range: { from, to }, role, meant };
}

/** A role that is spelt nearly like one of chat formats. */
export const misspeltRoles: HintRule = ({ turns }, report) => {
  for (const { misspelt } of turns) {
    if (misspelt === null) continue;
    const { property, range, role, meant } = misspelt;
    report('misspelt-role', range, `"${role}" is no role of chat formats; did you mean "${meant}"?`, {
      name: property,
      ranges: [{ ...range, value: meant }],
    });
  }
};
