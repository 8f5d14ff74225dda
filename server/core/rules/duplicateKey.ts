import type { MemberRule } from './rule';

/** A key that is repeated later: most readers keep the last one, so this one is lost. */
export const duplicateKey: MemberRule = {
  of: 'member',
  with: 'repeatedKey',
  appliesTo: () => true,
  check({ name, from, to, last }, _, report) {
    report({
      code: 'duplicate-key',
      severity: 'warning',
      from,
      to,
      message: () =>
        `Duplicate key "${name.length > 60 ? `${name.slice(0, 57)}…` : name}". Most JSON readers keep the last one in the object, so this one would be lost.`,
      related: { from: last!.from, to: last!.to, message: 'The one that most readers keep.' },
    });
  },
};
