import { headOf } from '../../detection/formats/head';
import { markOfLines } from '../../detection/formats/lineMarks';
import { fenceLine } from '../../detection/formats/otherFormats';
import { patternIn, quoteEncodingOf } from '../../detection/formats/quoteEncodings';
import { partsNotAsInJson, type Replaced } from '../../detection/formats/typography';
import type { Document } from '../../document';
import { childrenOf } from '../../syntax/nodes/children';
import { rootOf } from '../../syntax/nodes/node';
import { stringValue } from '../../syntax/tree/strings';
import { type Edit, sliceText } from '../../text/text';
import type { Work } from '../../work';
import { isLines } from '../cursorContext';
import { joinLinesText } from '../lines/joinLines';
import { isOnOneLine } from '../lines/oneLine';
import { valuesIn } from '../lines/valueRanges';
import { StringBuilder, stringOfLong, textOfLong } from '../longStrings';
import { done, failed, type Rewritten, whole } from './rewritten';

/** Rewrites of JSON with something around it or between its tokens: fences, text, marks on each line, other quotes. */

/** Code units to search for the start of the JSON. */
const maxFenceOffset = 1_000_000;

export function* unfence(document: Document): Work<Rewritten> {
  const { text } = document;
  const content = yield* stringOfLong(text);
  const fences: { readonly from: number; readonly to: number; readonly mark: string }[] = [];
  for (const match of content.matchAll(/^[ \t]*([`~]{3,}[^\n]*)(?:\n|$)/gm)) {
    yield;
    const mark = fenceLine.exec(match[1]!.trim())?.[1];
    const isOpen = fences.length % 2 === 1;
    if (mark === undefined || (isOpen && mark !== fences.at(-1)!.mark)) continue;
    fences.push({ from: match.index, to: match.index + match[0].length, mark });
  }
  if (fences.length > 2)
    return failed(
      `Not changed: the document has ${Math.ceil(fences.length / 2)} code fences. Remove those that are not needed.`,
    );
  const [first, last] = fences;
  if (first === undefined) return failed('Not changed: the fence was not found.');
  const end = last === undefined ? [] : [{ from: last.from, to: text.length, insert: '' }];
  return done([{ from: 0, to: first.to, insert: '' }, ...end]);
}

export function* stripPrefix({ text }: Document): Work<Rewritten> {
  yield;
  const content = sliceText(text, 0, Math.min(maxFenceOffset, text.length));
  const start = /^[ \t]*(\{\s*["'}]|\[\s*([{"[\]'\d-]|$))/m.exec(content);
  if (start === null) return failed('Not changed: the beginning of the JSON was not found.');
  return done([{ from: 0, to: start.index, insert: '' }]);
}

export function* stripMarks({ text, options }: Document): Work<Rewritten> {
  const head = headOf(text);
  const mark = head && markOfLines(head.lines, options.language === 'trajectory-jsonl');
  if (mark === null) return failed('Not changed: the lines have nothing in common.');
  const edits: Edit[] = [];
  for (const { 0: found, index } of (yield* stringOfLong(text)).matchAll(mark.pattern)) {
    yield;
    edits.push({ from: index, to: index + found.length, insert: '' });
  }
  return done(edits);
}

export function* unquoted(document: Document): Work<Rewritten> {
  const { text, options } = document;
  const head = headOf(text);
  const encoding = head && quoteEncodingOf(head, options.language === 'trajectory-jsonl');
  if (encoding === null) return failed('Not changed: the quotes are as in JSON.');
  const content = yield* stringOfLong(text);
  const pattern = yield* patternIn(content, encoding);
  const found = function* (): Generator<Replaced> {
    for (const { 0: found, index } of content.matchAll(pattern))
      yield { from: index, found, json: encoding.decode(found) };
  };
  return whole(document, yield* replaced(content, found()));
}

export function* typography(document: Document): Work<Rewritten> {
  const content = yield* stringOfLong(document.text);
  return whole(document, yield* replaced(content, partsNotAsInJson(content)));
}

/** A text with parts of it replaced. */
function* replaced(content: string, parts: Iterable<Replaced | null>): Work<string> {
  const result = new StringBuilder();
  let done = 0;
  for (const part of parts) {
    yield;
    if (part === null) continue;
    const { from, found, json } = part;
    result.push(content.slice(done, from), json);
    done = from + found.length;
  }
  result.push(content.slice(done));
  return result.toString();
}

export function* decoded(document: Document): Work<Rewritten> {
  const { text, tree } = document;
  const edits: Edit[] = [];
  for (const node of childrenOf(rootOf(tree))) {
    yield;
    const value = stringValue(text, node);
    if (value === null) continue;
    const insert = isLines(document) ? yield* onLines(value) : value;
    edits.push({ from: node.from, to: node.to, insert });
  }
  return done(edits);
}

/** The values in a text, each on a line; the text as it is if they are not closed, or if a token would change. */
function* onLines(content: string): Work<string> {
  const text = yield* textOfLong(content);
  const lines: string[] = [];
  for (const values = valuesIn(text); ; ) {
    const next = values.next();
    if (next.done === true) return next.value ? lines.join('\n') : content;
    if (next.value === null) yield;
    else {
      const value = content.slice(next.value.from, next.value.to);
      const line = isOnOneLine(text, next.value) ? value : yield* joinLinesText(value, '');
      if (line === null) return content;
      lines.push(line);
    }
  }
}
