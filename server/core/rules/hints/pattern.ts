/** A longer pattern is not looked at. */
const longest = 1000;

/**
 * What other dialects than JavaScript's give a meaning of their own: groups such as `(?P<name>…)` and `(?i)`,
 * possessive quantifiers, and a class whose first character is a bracket.
 */
const otherDialect = /\(\?(?![:=!<])|[*+?}]\+|\[\^?\]/;

/**
 * Whether a text may be a regular expression. JSON Schema recommends the dialect of JavaScript, but whoever reads
 * a schema takes its own: a text that may be right in another one passes.
 */
export function mayBePattern(text: string): boolean {
  if (text.length > longest || otherDialect.test(text)) return true;
  try {
    // Without the flag `u`, which allows less.
    new RegExp(text);
    return true;
  } catch {
    // There is no other way to ask.
    return false;
  }
}
