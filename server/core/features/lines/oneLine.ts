/**
 * Text in which line breaks stand between tokens only, on one line: line breaks, with the white space around them,
 * are removed or become one space, as Python's `json.dumps` would write it.
 */
export function onOneLine(json: string): string {
  const pieces = json
    .split(/[\r\n]+/)
    .map(withoutBlanks)
    .filter((piece) => piece !== '');
  let joined = '';
  let before = '';
  for (const piece of pieces) {
    joined += gap(before, piece) + piece;
    before = piece;
  }
  return joined;
}

/** What stands between two lines that become one. */
function gap(before: string, after: string): string {
  return before === '' || /[[{]$/.test(before.slice(-1)) || /^[\]},:]/.test(after) ? '' : ' ';
}

/** Without spaces and tabs at both ends; `trim` would remove what JSON does not call white space. */
function withoutBlanks(line: string): string {
  let from = 0;
  let to = line.length;
  while (from < to && isBlank(line, from)) from++;
  while (to > from && isBlank(line, to - 1)) to--;
  return line.slice(from, to);
}

function isBlank(line: string, at: number): boolean {
  return line[at] === ' ' || line[at] === '\t';
}
