/** Name and stack of an error for a log, without its message: that may contain the token or quote a document. */
export function traceOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { name, message, stack = '' } = error;
  // V8 puts the message before the stack frames. It may span lines, and some may look like frames.
  const head = message === '' ? name : `${name}: ${message}`;
  return stack.startsWith(head) ? name + stack.slice(head.length) : name;
}
