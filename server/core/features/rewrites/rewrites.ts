import { groupContainerOf } from '../../collection/reading/groupContainer';
import { headOf } from '../../detection/formats/head';
import { markOfLines } from '../../detection/formats/lineMarks';
import { withoutAssignment } from '../../detection/formats/literals';
import { fenceLine } from '../../detection/formats/otherFormats';
import { quoteEncodingOf } from '../../detection/formats/quoteEncodings';
import { partsNotAsInJson, type Replaced } from '../../detection/formats/typography';
import { wrappedIn, wrappedInLine } from '../../detection/wrapped';
import { analyze, type Document } from '../../document';
import { languageNames, type Rewrite } from '../../schema/documentKind';
import { childAt, childCount, childrenOf, childWithKey, rootOf, stringValue } from '../../syntax/tree/nodes';
import { type Edit, sliceText, type Text } from '../../text/text';
import type { Work } from '../../work';
import { remove } from '../fixes/fix';
import { headOfRequest, wrapInLogRequest } from '../fixes/fixRoot';
import { convertDocument } from '../lines/convert';
import { groupLines } from '../lines/groupLines';
import { isOnOneLine, joinOnOneLine } from '../lines/oneLine';
import { StringBuilder, stringOfLong, textOfLong } from '../longStrings';
import { firstMixedLine } from '../mixedLine';
import { literalsToJson } from '../printed/literals';
import { areClosed, valuesIn } from './valueRanges';

/** The edits of a rewrite, or the reason why it is not done or not complete. */
export interface Rewritten {
  readonly edits: readonly Edit[];
  readonly notice: string | null;
}

/** Titles of the rewrites. */
export const rewriteTitles: Readonly<Record<Rewrite, string>> = {
  wrap: 'Wrap in a log request',
  unwrap: 'Keep only the document inside',
  lines: 'Convert to JSON Lines',
  'log-request': 'Convert to a log request',
  literals: 'Convert to JSON',
  unquoted: 'Convert to JSON',
  typography: 'Convert to JSON',
  unfence: 'Keep only the text in the fence',
  'strip-prefix': 'Remove the text before the JSON',
  'strip-marks': 'Remove them from each line',
  decoded: 'Decode the JSON in the string',
};

/** Rewrites a whole document that is something else. */
export function* rewriteDocument(document: Document, rewrite: Rewrite): Work<Rewritten> {
  return yield* rewriters[rewrite](document);
}

const rewriters: Readonly<Record<Rewrite, (document: Document) => Work<Rewritten>>> = {
  wrap,
  unwrap,
  lines: toLines,
  'log-request': toLogRequest,
  *literals(document) {
    const literal = withoutAssignment(yield* stringOfLong(document.text));
    const { text, left } = yield* literalsToJson(literal);
    const values =
      left === 1
        ? 'A value has no JSON equivalent. It is'
        : `${left} values have no JSON equivalent. They are`;
    const notice = left === 0 ? null : `${values} left unchanged and marked in the text.`;
    return { ...whole(document, text), notice };
  },
  unquoted,
  typography,
  unfence,
  'strip-prefix': stripPrefix,
  'strip-marks': stripMarks,
  decoded,
};

function* wrap(document: Document): Work<Rewritten> {
  yield;
  return done(wrapInLogRequest(document)?.edits ?? []);
}

function* unwrap(document: Document): Work<Rewritten> {
  const { text, tree, engine } = document;
  if (document.options.language === 'trajectory-jsonl') return yield* unwrapLines(document);
  const value = childAt(rootOf(tree), 0);
  if (value !== null && document.options.language === 'training-config') {
    const config = childWithKey(text, value, engine.schemas.names.config);
    return done(config === null ? [] : [remove(value.from, config.from), remove(config.to, value.to)]);
  }
  const wrapped = value && wrappedIn(text, value, engine.schemas.names);
  if (value === null || wrapped === null) return done([]);
  const { from, to } = wrapped.node;
  if (wrapped.what !== 'trajectory groups') return done([remove(value.from, from), remove(to, value.to)]);
  const { start, toGroups } = headOfRequest(document, value.from);
  return done([
    { from: value.from, to: from, insert: `${start}${toGroups}` },
    { from: to, to: value.to, insert: '\n}' },
  ]);
}

/** The group or trajectory in each line. A line without any, or with several, stays as it is. */
function* unwrapLines(document: Document): Work<Rewritten> {
  const { text, tree, engine } = document;
  const lines = new StringBuilder();
  for (const line of childrenOf(rootOf(tree))) {
    yield;
    const wrapped = wrappedInLine(text, line, engine.schemas.names);
    const { from, to } = wrapped?.others.length === 0 ? wrapped.node : line;
    lines.push(sliceText(text, from, to), '\n');
  }
  return whole(document, lines.toString());
}

/** One line per group or trajectory of each value; per value if it has none. The rest of a request is dropped. */
function* toLines(document: Document): Work<Rewritten> {
  if (!(yield* areClosed(document.text))) return failed(noFit(document));
  const lines = new StringBuilder();
  let isRequest = false;
  for (const range of valuesIn(document.text)) {
    yield;
    if (range === null) continue;
    const { from, to } = range;
    const text = yield* textOfLong(sliceText(document.text, from, to));
    const value = yield* analyze(document.engine, text, { language: 'trajectory', name: '' });
    isRequest ||= value.type.kind === 'log-request' || value.type.kind === 'training-job';
    const groupContainer = groupContainerOf(value);
    const count = groupContainer === null ? 0 : childCount(groupContainer.node);
    const groups = count === 0 ? null : yield* groupLines(value, numbersTo(count), Number.POSITIVE_INFINITY);
    if (groups !== null && 'text' in groups) lines.push(groups.text);
    else lines.push(yield* joinOnOneLine(text, { from: 0, to: text.length }), '\n');
  }
  const notice =
    'JSON Lines contains only the groups. The other properties of the request were left out; undo to get them back.';
  return { ...whole(document, lines.toString()), notice: isRequest ? notice : null };
}

function noFit(document: Document): string {
  return `Not converted: the brackets of the document do not match.${whatShows(document)}`;
}

/** In another language the document shows its syntax errors. */
function whatShows({ type }: Document): string {
  const language = type.wrongFile?.language ?? null;
  return language === null ? '' : ` “Treat as ${languageNames[language]}” shows where.`;
}

function* numbersTo(count: number): Generator<number> {
  for (let number = 0; number < count; number++) yield number;
}

function* toLogRequest(document: Document): Work<Rewritten> {
  const { engine } = document;
  if (!(yield* areClosed(document.text))) return failed(noFit(document));
  const lines = yield* linesOf(document);
  const read = yield* analyze(engine, lines, { language: 'trajectory-jsonl', name: '' });
  const request = yield* convertDocument(read, 'log-request', 'each');
  if (request === null) return failed(`Not converted: some values have syntax errors.${whatShows(document)}`);
  const notice = 'Each trajectory became a group of its own.';
  const areBare = read.type.kind === 'trajectory-lines' || (yield* firstMixedLine(read)) !== null;
  return { ...whole(document, request.text), notice: areBare ? notice : null };
}

/** The values of a document, each on a line of its own. */
function* linesOf({ text }: Document): Work<Text> {
  const lines = new StringBuilder();
  for (const range of valuesIn(text)) {
    if (range === null) {
      yield;
      continue;
    }
    if (isOnOneLine(text, range)) yield* lines.pushRange(text, range);
    else lines.push(yield* joinOnOneLine(text, range));
    lines.push('\n');
  }
  return yield* textOfLong(lines.toString());
}

/** Code units to search for the start of the JSON. */
const maxFenceOffset = 1_000_000;

function* unfence(document: Document): Work<Rewritten> {
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

function* stripPrefix({ text }: Document): Work<Rewritten> {
  yield;
  const content = sliceText(text, 0, Math.min(maxFenceOffset, text.length));
  const start = /^[ \t]*(\{\s*["'}]|\[\s*([{"[\]'\d-]|$))/m.exec(content);
  if (start === null) return failed('Not changed: the beginning of the JSON was not found.');
  return done([{ from: 0, to: start.index, insert: '' }]);
}

function* stripMarks({ text, options }: Document): Work<Rewritten> {
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

function* unquoted(document: Document): Work<Rewritten> {
  const { text, options } = document;
  const head = headOf(text);
  const encoding = head && quoteEncodingOf(head, options.language === 'trajectory-jsonl');
  if (encoding === null) return failed('Not changed: the quotes are as in JSON.');
  const content = yield* stringOfLong(text);
  const found = function* (): Generator<Replaced> {
    for (const { 0: found, index } of content.matchAll(encoding.pattern))
      yield { from: index, found, json: encoding.decode(found) };
  };
  return whole(document, yield* replaced(content, found()));
}

function* typography(document: Document): Work<Rewritten> {
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

function* decoded(document: Document): Work<Rewritten> {
  const { text, tree } = document;
  const edits: Edit[] = [];
  for (const node of childrenOf(rootOf(tree))) {
    yield;
    const value = stringValue(text, node);
    if (value !== null) edits.push({ from: node.from, to: node.to, insert: oneLine(value, document) });
  }
  return done(edits);
}

/** In JSON Lines a decoded value stays on its line: its line breaks are between tokens. */
function oneLine(value: string, { options }: Document): string {
  return options.language === 'trajectory-jsonl' ? value.replace(/\s*[\r\n]\s*/g, ' ') : value;
}

function whole({ text }: Document, insert: string): Rewritten {
  return done([{ from: 0, to: text.length, insert }]);
}

function done(edits: readonly Edit[]): Rewritten {
  return { edits, notice: null };
}

function failed(notice: string): Rewritten {
  return { edits: [], notice };
}
