import type { HeadLine } from './head';

/** What a line looks like: the forms by which formats are told apart. */

/** Whether a line may begin JSON: a bracket, and something that may follow it. */
export function beginsJson(line: string): boolean {
  return /^\{\s*("|\}|'|$)/.test(line) || /^\[\s*([{"[\]'\d-]|$)/.test(line)
    ? !/^\[\d[^,\]]*\]?\s+\S/.test(line) && !beginsWithLabel(line)
    : false;
}

/** Whether a line begins with a label in brackets, such as a time or a log level. */
export function beginsWithLabel(line: string): boolean {
  return /^\[[^"'{[\]]+\]\s*[^\s,\]}]/.test(line);
}

/** Whether a line could be part of JSON with a syntax error. */
export function looksLikeOwn(line: string): boolean {
  return /^["'{}[\],:]/.test(line) && !beginsWithLabel(line)
    ? true
    : /^(true|false|null|True|False|None|NaN)\b/.test(line) ||
        /^-?\d[\d.eE+-]*,?$/.test(line) ||
        /^[\w$]+\s*["']?\s*:\s*["'{[]/.test(line);
}

export function isMostlyJson(lines: readonly HeadLine[]): boolean {
  return areMost(lines.slice(0, -1), /^["{}[\],\d-]|^(true|false|null)\b/);
}

/** Whether nearly all lines are of a form. */
export function areMost(lines: readonly HeadLine[], form: RegExp): boolean {
  return lines.filter(({ text }) => form.test(text)).length >= 0.9 * lines.length;
}

export function isTextLine(line: string): boolean {
  const words = line.match(/(?<!\S)[("'*_`]*\p{L}{2,}/gu)?.length ?? 0;
  const isComment = /^(\/\/|\/\*)/.test(line);
  return words >= 2 && !isComment && !beginsJson(line) && !looksLikeOwn(line);
}
