/** The parser's state in the innermost container. */
export const State = { first: 0, member: 1, colon: 2, value: 3, after: 4 } as const;
export type State = (typeof State)[keyof typeof State];
