import type { Member, ObjectRule } from './rule';

/** A key that stands again further on: most readers keep the last one, so this one is lost. */
export const duplicateKey: ObjectRule = {
  of: 'object',
  objectsWith: 'repeatedKey',
  appliesTo: () => true,
  check({ members }, report) {
    const last = new Map<string, Member>();
    for (let i = members.length - 1; i >= 0; i--) {
      const member = members[i]!;
      const kept = last.get(member.name);
      if (kept === undefined) {
        last.set(member.name, member);
        continue;
      }
      const shown = member.name.length > 60 ? `${member.name.slice(0, 57)}…` : member.name;
      report({
        code: 'duplicate-key',
        severity: 'warning',
        from: member.from,
        to: member.to,
        message: `"${shown}" stands again further on in this object. Most JSON readers keep the last one, so this one would be lost.`,
        related: { from: kept.from, to: kept.to, message: 'The one that most readers keep.' },
      });
    }
  },
};
