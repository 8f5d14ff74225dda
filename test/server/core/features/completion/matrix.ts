/** The text before and after a place in its object. */
interface Sides {
  readonly where: string;
  readonly left: string;
  readonly right: string;
}

/** A place between two members, one of which or both may be missing, with and without the commas around it. */
export function sidesOf(first: string, second: string): Sides[] {
  const before = {
    first: '',
    'after a comma': `${first}, `,
    'after a member without comma': `${first} `,
  };
  const behind = {
    last: '',
    'before a comma': `, ${second}`,
    'before a member without comma': ` ${second}`,
    'before a member on the next line': `\n ${second}`,
  };
  return Object.entries(before).flatMap(([leftName, left]) =>
    Object.entries(behind).map(([rightName, right]) => ({ where: `${leftName}, ${rightName}`, left, right })),
  );
}

/** The states of a partly typed name; `|` is the cursor. */
export function typedOf(name: string): Readonly<Record<string, string>> {
  return {
    nothing: '|',
    'a word': `${name.slice(0, 2)}|`,
    'a string': `"${name.slice(0, 2)}|"`,
    'an empty string': '"|"',
    'a string, in the middle': `"${name[0]}|${name.slice(1, 3)}"`,
  };
}
