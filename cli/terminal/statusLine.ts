let isShown = false;

/** Shows the progress in a line of a terminal; what is printed next replaces it. Nothing where there is no terminal. */
export function showStatusLine(line: string): void {
  const { stderr } = process;
  if (!stderr.isTTY) return;
  // What the shell prints next would follow the line.
  if (!process.listeners('exit').includes(clearStatusLine)) process.on('exit', clearStatusLine);
  isShown = true;
  // A line that wraps cannot be cleared.
  stderr.write(`\r\u001b[K${line.slice(0, (stderr.columns || 80) - 1)}`);
}

/** Called before anything else is printed. */
export function clearStatusLine(): void {
  if (isShown) process.stderr.write('\r\u001b[K');
  isShown = false;
}
