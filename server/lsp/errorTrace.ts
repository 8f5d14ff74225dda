/** An exception's name and stack for the log, without its message, which may quote a document. */
export function traceOf(error: unknown): string {
  if (!(error instanceof Error)) return `a thrown ${typeof error}`;
  const { name, message, stack = '' } = error;
  // V8 puts the message before the stack frames. It may span lines, so strip it as a whole.
  const head = message === '' ? name : `${name}: ${message}`;
  return name + (stack.startsWith(head) ? stack.slice(head.length) : '');
}
