import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { type Document, type DocumentOptions, problemsOf } from '../../../../server/core/document';
import { findHints } from '../../../../server/core/features/hints/hints';
import { type SummaryGroups, summarize } from '../../../../server/core/features/summary';
import type { Problem } from '../../../../server/core/schema/problem';
import { DocumentCheck } from '../../../../server/core/streaming/document/checkDocument';
import { LinesCheck } from '../../../../server/core/streaming/lines/checkLines';
import type { PlacedProblem } from '../../../../server/core/streaming/placed';
import { excerptBefore, excerptBehind } from '../../../../server/core/streaming/slidingText';
import type { TextSummary } from '../../../../server/core/streaming/textSummary';
import type { Checked } from '../../../../server/core/streaming/verdict';
import { childAt } from '../../../../server/core/syntax/nodes/children';
import { rootOf } from '../../../../server/core/syntax/nodes/node';
import { chunkOf, unitsOf } from '../../../../server/core/text/chunks';
import { maxDecodedBytes } from '../../../../server/core/text/layout';
import { positionAt } from '../../../../server/core/text/text';
import { runToEnd } from '../../../../server/core/work';
import { expectEqual } from '../expectEqual';
import { engine, open } from '../support';

const unlimited = Number.POSITIVE_INFINITY;

/** What a whole parse finds, in the form of a streaming check. */
export function whole(content: string, how: DocumentOptions, limit = unlimited): unknown {
  const document = parsed(content, how);
  const place = (problem: Problem): object => ({ ...problem, ...placesOf(document, problem) });
  return {
    type: document.type,
    counts: document.counts,
    // A list that is cut says so in its last entry.
    problems: problemsOf(document, limit + 1)
      .slice(0, limit)
      .map(place),
    hints: runToEnd(findHints(document, unlimited)).map(place),
  };
}

let last: { readonly content: string; readonly how: DocumentOptions; readonly document: Document } | null =
  null;

/** A whole parse. The last one is kept: most texts are checked in several windows, and each result needs it. */
function parsed(content: string, how: DocumentOptions): Document {
  if (last?.content !== content || last.how !== how) last = { content, how, document: open(content, how) };
  return last.document;
}

function placesOf({ text: content }: Document, { from, to, related }: Problem): object {
  const places = { start: positionAt(content, from), end: positionAt(content, to) };
  return related === undefined
    ? places
    : {
        ...places,
        relatedAt: { start: positionAt(content, related.from), end: positionAt(content, related.to) },
      };
}

/** What a streaming check finds, with excerpts checked and left out. */
export function streamed(
  content: string,
  how: DocumentOptions,
  pieces: readonly number[],
  window: number,
  limit = unlimited,
): unknown {
  const Check = how.language === 'trajectory-jsonl' ? LinesCheck : DocumentCheck;
  const check = new Check(engine, { ...how, limit, hints: true, counts: true, window });
  const units = unitsOf(content);
  let from = 0;
  let copies = 0;
  for (const piece of [...pieces, units.length])
    while (from < piece) {
      const to = Math.min(piece, from + Math.min(Math.max(window, 1000), maxDecodedBytes));
      const { lineStarts } = chunkOf(units.subarray(from, to));
      check.write({ units: check.pool.copyOf(units.subarray(from, to)), lineStarts });
      copies++;
      from = to;
    }
  const checked = check.end();
  const summary = check.summaryOf(checked);
  // What was found does not need the text any more: every array that was used is overwritten.
  for (let i = 0; i < copies; i++) check.pool.copyOf(new Uint16Array(maxDecodedBytes));
  expectEqual(summary, wholeSummary(content, how));
  return plain(content, checked);
}

/** The summary of a whole parse, in the form of a streaming check. */
function wholeSummary(content: string, how: DocumentOptions): TextSummary {
  const document = parsed(content, how);
  const { groups, ...summary } = runToEnd(summarize(document));
  const { tree, type } = document;
  const hasSyntaxErrors = tree.root.syntaxErrorCount > 0;
  if (type.kind === 'unrecognized') {
    const isBare = type.shape === 'trajectories';
    const trajectoryCount = isBare ? summary.trajectoryCount : 0;
    return { ...summary, groups: null, groupCount: 0, trajectoryCount, hasSyntaxErrors };
  }
  return { ...summary, groups: groups && textOf(groups, document), hasSyntaxErrors };
}

/** The text that contains the groups of a summary. */
function textOf(groups: SummaryGroups, { type, text, tree }: Document): TextSummary['groups'] {
  if (groups.kind === 'array') return groups;
  const value = type.kind === 'group' ? childAt(rootOf(tree), 0) : null;
  return {
    kind: groups.kind,
    slice: value === null ? { from: 0, to: text.length } : { from: value.from, to: value.to },
  };
}

/** What was found, with excerpts compared with the text and left out. */
export function plain(content: string, { type, counts, problems, hints }: Checked): unknown {
  const lines = content.split(/\r\n|\r|\n/);
  const withoutExcerpt = ({ excerpt, ...problem }: PlacedProblem): unknown => {
    const { line, character } = problem.start;
    const from = Math.max(0, character - excerptBefore);
    const to = character + excerptBehind;
    const isOfWhole = excerpt.text === '' && problem.from === 0 && problem.to === 0;
    if (!isOfWhole)
      expectEqual(excerpt, {
        text: lines[line]!.slice(from, to),
        character: from,
        isCutAfter: to < lines[line]!.length,
      });
    return problem;
  };
  return { type, counts, problems: problems.map(withoutExcerpt), hints: hints.map(withoutExcerpt) };
}

/** Places at which a text is cut. */
export const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 });
export const windows = fc.oneof(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 100, max: 30_000 }));

export function agree(
  content: string,
  how: DocumentOptions,
  relative: readonly number[],
  window: number,
): void {
  const pieces = relative.map((at) => Math.round(at * content.length)).sort((a, b) => a - b);
  expectEqual(streamed(content, how, pieces, window), whole(content, how));
}

/** Real and hostile files, whatever their language. */
export function* files(): Generator<[string, string]> {
  for (const folder of [
    'test/corpus/files/',
    'test/fixtures/syntaxes/',
    'test/fixtures/features/',
    'examples/',
  ])
    for (const name of readdirSync(folder))
      if (/\.jsonl?$/.test(name)) yield [name, readFileSync(`${folder}${name}`, 'utf8')];
}
