/** Whether the extension host is Node, not a web worker. */
export const hasNode = typeof process !== 'undefined' && process.versions?.node !== undefined;
