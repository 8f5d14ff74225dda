const pairs = '{[}]';

/** The bracket of the other kind: `]` for `}`. */
export function otherBracket(bracket: string): string {
  return pairs[pairs.indexOf(bracket) ^ 1]!;
}
