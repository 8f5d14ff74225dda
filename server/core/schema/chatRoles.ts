// The roles of chat formats, as they are commonly spelt. Which roles the service takes is not documented.

/** Roles of the result of a tool call; the second is that of the older form. */
export const resultRoles: ReadonlySet<string> = new Set(['tool', 'function']);

/** Roles other than the model's. */
export const otherRoles: ReadonlySet<string> = new Set(['system', 'developer', 'user', ...resultRoles]);

export const chatRoles: readonly string[] = ['assistant', ...otherRoles];
