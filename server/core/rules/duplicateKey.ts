import { wholePairs } from '../text/pairs';
import type { MemberRule } from './rule';

/** A key that is repeated later: most parsers keep the last one, so this one is lost. */
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
      message: () => {
        const shown = name.length > 60 ? `${wholePairs(name.slice(0, 57))}…` : name;
        return `Duplicate key "${shown}". Most JSON parsers keep the last one in the object, so this one would be lost.`;
      },
      related: { from: last!.from, to: last!.to, message: 'The one that most parsers keep.' },
    });
  },
};
