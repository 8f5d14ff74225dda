/**
 * What the log says of an exception: its name and where it was thrown. Not its message, which may quote a
 * document.
 */
export function traceOf(error: unknown): string {
  if (!(error instanceof Error)) return `a thrown ${typeof error}`;
  const { name, message, stack = '' } = error;
  // V8 puts the message above the places. It can have any lines, so it is cut off as a whole.
  const head = message === '' ? name : `${name}: ${message}`;
  return name + (stack.startsWith(head) ? stack.slice(head.length) : '');
}
