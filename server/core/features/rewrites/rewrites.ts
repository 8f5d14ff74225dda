import { groupContainerOf } from '../../collection/reading/groupContainer';
import { headOf } from '../../detection/formats/head';
import { languageOfLiterals, withoutAssignment } from '../../detection/formats/literals';
import { wrappedIn, wrappedInLine } from '../../detection/wrapped';
import { analyze, type Document } from '../../document';
import { languageNames, type Rewrite } from '../../schema/documentKind';
import { childAt, childCount, childrenOf } from '../../syntax/nodes/children';
import { childWithKey } from '../../syntax/nodes/named';
import { rootOf } from '../../syntax/nodes/node';
import { sliceText, type Text } from '../../text/text';
import type { Work } from '../../work';
import { remove, shown } from '../fixes/fix';
import { headOfRequest, outdent, wrapInLogRequest } from '../fixes/fixRoot';
import { indentationAt } from '../indentation';
import { convertDocument, maxNamed, membersLeft } from '../lines/convert';
import { groupLines } from '../lines/groupLines';
import { joinCautiously } from '../lines/joinLines';
import { isOnOneLine } from '../lines/oneLine';
import { areClosed, valuesIn } from '../lines/valueRanges';
import { StringBuilder, stringOfLong, textOfLong } from '../longStrings';
import { firstMixedLine } from '../mixedLine';
import { literalsToJson } from '../printed/literals';
import { done, failed, type Rewritten, whole } from './rewritten';
import { decoded, stripMarks, stripPrefix, typography, unfence, unquoted } from './surroundings';

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
    const language = languageOfLiterals(headOf(document.text)?.text ?? '') ?? 'Python';
    const { text, left } = yield* literalsToJson(literal, language);
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
  if (value === null) return done([]);
  const { names } = engine.schemas;
  const isConfig = document.options.language === 'training-config';
  const wrapped = isConfig ? null : wrappedIn(text, value, names);
  const node = isConfig ? childWithKey(text, value, names.config) : (wrapped?.node ?? null);
  if (node === null) return done([]);
  const { from, to } = node;
  if (wrapped?.what !== 'trajectory groups') {
    const { line } = indentationAt(text, value.from);
    return done([remove(value.from, from), ...outdent(document, node, line), remove(to, value.to)]);
  }
  const { unit, start, toGroups } = headOfRequest(document, value.from);
  return done([
    { from: value.from, to: from, insert: `${start}${toGroups}` },
    ...outdent(document, node, unit),
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
  const left = new Set<string>();
  for (const range of valuesIn(document.text)) {
    yield;
    if (range === null) continue;
    const { from, to } = range;
    const text = yield* textOfLong(sliceText(document.text, from, to));
    const value = yield* analyze(document.engine, text, { language: 'trajectory', name: '' });
    const groupContainer = groupContainerOf(value);
    const count = groupContainer === null ? 0 : childCount(groupContainer.node);
    const groups = count === 0 ? null : yield* groupLines(value, numbersTo(count), Number.POSITIVE_INFINITY);
    if (groups !== null && 'text' in groups) {
      lines.push(groups.text);
      for (const name of yield* membersLeft(value, 'lines')) if (left.size < maxNamed) left.add(name);
    } else {
      const joined = yield* joinCautiously(text);
      if (joined === null) return failed(withErrors(document));
      lines.push(joined, '\n');
    }
  }
  const names = [...left];
  const named = [...names.slice(0, maxNamed - 1).map(shown), ...(names.length < maxNamed ? [] : ['others'])];
  const notice = `JSON Lines contains only the groups. Left out: ${named.join(', ')}. Undo gets it back.`;
  return { ...whole(document, lines.toString()), left: names, notice: names.length > 0 ? notice : null };
}

function noFit(document: Document): string {
  return `Not converted: the brackets of the document do not match.${whatShows(document)}`;
}

function withErrors(document: Document): string {
  return `Not converted: some values have syntax errors.${whatShows(document)}`;
}

/** In another language the document shows its syntax errors. */
function whatShows({ type }: Document): string {
  const language = type.wrongFile?.language ?? null;
  if (language === null) return '';
  return ` In VS Code, “Treat as ${languageNames[language]}” shows where; in a terminal, \`trajectory check --as ${language}\` does.`;
}

function* numbersTo(count: number): Generator<number> {
  for (let number = 0; number < count; number++) yield number;
}

function* toLogRequest(document: Document): Work<Rewritten> {
  const { engine } = document;
  if (!(yield* areClosed(document.text))) return failed(noFit(document));
  const lines = yield* linesOf(document);
  if (lines === null) return failed(withErrors(document));
  const read = yield* analyze(engine, lines, { language: 'trajectory-jsonl', name: '' });
  const { wrongFile } = read.type;
  if (wrongFile !== null) return failed(`Not converted: ${wrongFile.message}`);
  const request = yield* convertDocument(read, 'log-request', 'each');
  if (request === null) return failed(withErrors(document));
  const notice = 'Each trajectory became a group of its own.';
  const areBare = read.type.kind === 'trajectory-lines' || (yield* firstMixedLine(read)) !== null;
  return { ...whole(document, request.text), notice: areBare ? notice : null };
}

/** The values of a document, each on a line of its own; null if a token would change. */
function* linesOf({ text }: Document): Work<Text | null> {
  const lines = new StringBuilder();
  for (const range of valuesIn(text)) {
    if (range === null) {
      yield;
      continue;
    }
    if (isOnOneLine(text, range)) yield* lines.pushRange(text, range);
    else {
      const joined = yield* joinCautiously(yield* textOfLong(sliceText(text, range.from, range.to)));
      if (joined === null) return null;
      lines.push(joined);
    }
    lines.push('\n');
  }
  return yield* textOfLong(lines.toString());
}
