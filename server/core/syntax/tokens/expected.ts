/** What a token is expected to be; matters only for text that is not JSON. */
export const Expected = { anything: 0, name: 1, value: 2, item: 3, separator: 4 } as const;
export type Expected = (typeof Expected)[keyof typeof Expected];
