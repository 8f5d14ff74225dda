import { documentType } from './detection/documentType';
import { containerOf, type Engine, parseInSlices } from './engine';
import { findProblems } from './rules/checking/partProblems';
import type { Counts } from './rules/checking/problemCollector';
import { collectProblems, type ListOptions } from './rules/checking/problemList';
import { wholeDocument } from './rules/wholeDocument';
import { type DocumentKind, type DocumentType, type LanguageId, schemaOfKind } from './schema/documentKind';
import { type Problem, severities } from './schema/problem';
import type { Schema } from './schema/schema';
import { SyntaxErrorKind } from './syntax/syntaxErrors';
import { addChange, type Change, Reuse } from './syntax/tree/reuse';
import type { Tree } from './syntax/tree/tree';
import { clampRange, type Edit, editText, positionAt, type Text, textOf } from './text/text';
import { runToEnd, type Work } from './work';

/** A text and what the parser made of it. */
export interface ParsedText {
  readonly text: Text;
  readonly tree: Tree;
}

/**
 * A parsed and checked document: the façade of the engine. Immutable: an edit returns a new document that shares the
 * unchanged parts.
 */
export interface Document extends ParsedText {
  readonly type: DocumentType;
  readonly options: DocumentOptions;
  /** Schema of the root value (or of each line); null for an unrecognized document. */
  readonly schema: Schema | null;
  /** Problem counts by severity, in the order of `severities`; not cut. */
  readonly counts: Counts;
  readonly engine: Engine;
  /** @internal Problems of the document as a whole. */
  readonly whole: readonly Problem[];
  /** @internal For a part of a longer text: the hints of all of it that begin here, instead of its own. */
  readonly repeatedHints?: readonly Problem[];
  /** @internal For a part of a longer text: the place of a trajectory in all of it. */
  readonly placeOf?: (local: TrajectoryPlace) => TrajectoryPlace;
}

/** A trajectory by its number, the number of its group, and its index in that. */
export interface TrajectoryPlace {
  readonly trajectory: number;
  readonly group: number;
  readonly member: number;
}

export interface DocumentOptions {
  readonly language: LanguageId;
  /** Last segment of the document's path; decides what an empty document is. */
  readonly name: string;
  /** The kind to assume, whatever the keys: set for request bodies. */
  readonly kind?: DocumentKind;
}

/** Maximum number of problems listed per document. */
export const maxProblems = 1000;

/** Parses and checks a text. */
export function openDocument(engine: Engine, content: string, options: DocumentOptions): Document {
  return runToEnd(analyze(engine, textOf(content), options));
}

/** Like `openDocument`, but yields regularly, so that the caller can interrupt or cancel it. */
export function* analyze(engine: Engine, text: Text, options: DocumentOptions): Work<Document> {
  return yield* analyzeWith(engine, text, { options });
}

/** An edited text with its changes relative to a document; not parsed yet. */
export interface Revision {
  readonly text: Text;
  readonly changes: readonly Change[];
}

/** Adds an edit to a revision. Cheap, so positions can always refer to the newest text. */
export function revise(revision: Revision, edit: Edit): Revision {
  const { from, to } = clampRange(revision.text, edit.from, edit.to);
  return {
    text: editText(revision.text, { from, to, insert: edit.insert }),
    changes: addChange(revision.changes, from, to, edit.insert.length),
  };
}

/** Parses and checks what a revision changed in a document; yields regularly. */
export function* reanalyze(document: Document, { text, changes }: Revision): Work<Document> {
  const reuse = new Reuse(document.tree.root, changes);
  return yield* analyzeWith(document.engine, text, { options: document.options, reuse });
}

/**
 * The problems of a document by severity, then in document order. A list longer than the limit is cut, and its last
 * entry says so.
 */
export function problemsOf(document: Document, limit = maxProblems): Problem[] {
  return runToEnd(listProblems(document, limit));
}

/** Like `problemsOf`, but yields regularly, because a long list takes time. */
export function* listProblems(document: Document, limit: number): Work<Problem[]> {
  const { tree, whole, counts, engine } = document;
  if (document.type.wrongFile !== null) return [...whole];
  const about = listingOf(engine, document.text, document);
  const total = counts[0] + counts[1] + counts[2] + counts[3];
  const room = total > limit ? limit - 1 : limit;
  const problems: Problem[] = [];
  if (total === 0) return problems;
  for (const severity of severities) {
    const own = whole.filter((problem) => problem.severity === severity);
    const found = yield* collectProblems(tree.root, about, { severity, limit: room - problems.length });
    problems.push(
      ...[...own, ...found].sort((a, b) => a.from - b.from || a.to - b.to).slice(0, room - problems.length),
    );
  }
  if (total > limit) {
    const { readTo } = tree;
    const isRead = readTo >= document.text.length;
    problems.push(cutNotice(room, total, isRead ? null : positionAt(document.text, readTo).line));
  }
  return problems;
}

/** The last entry of a list that is cut; `stoppedAt` is the line at which reading stopped, null for the end. */
function cutNotice(shown: number, total: number, stoppedAt: number | null): Problem {
  const rest = stoppedAt === null ? '' : ` Nothing after line ${stoppedAt + 1} is checked until then.`;
  return {
    code: 'too-many-problems',
    severity: 'information',
    from: 0,
    to: 0,
    message: `Only the first ${shown} of ${total} problems are listed, errors first. The others appear as these are fixed.${rest}`,
  };
}

function* analyzeWith(
  engine: Engine,
  text: Text,
  { options, reuse }: { readonly options: DocumentOptions; readonly reuse?: Reuse },
): Work<Document> {
  const { language, name } = options;
  const { schemas } = engine;
  const reusing = reuse === undefined ? {} : { reuse };
  const tree = yield* parseInSlices(engine, text, { lines: language === 'trajectory-jsonl', ...reusing });
  const type: DocumentType = options.kind
    ? { kind: options.kind, shape: null, wrongFile: null, linesHold: null }
    : yield* documentType({ text, tree, schemas, language, name });
  const schema = schemaOfKind(schemas, type.kind);
  const listing = listingOf(engine, text, { type, options });
  const found = yield* findProblems(tree.root, listing);
  const partial = { text, tree, type, options, schema, engine };
  // An empty document has no problems, unless it is a request body.
  if (options.kind === undefined && isBlank(tree, found))
    return { ...partial, counts: [0, 0, 0, 0], whole: [] };
  const whole = yield* wholeDocument({ ...listing, tree, type, counts: found });
  const isOther = type.wrongFile !== null;
  const counts = severities.map(
    (severity, i) => (isOther ? 0 : found[i]!) + whole.filter((p) => p.severity === severity).length,
  );
  return { ...partial, counts: counts as unknown as Counts, whole };
}

/** Whether the text is only white space. */
export function isBlank({ root }: Pick<Tree, 'root'>, [errors]: Counts): boolean {
  return errors === 1 && root.syntaxErrors[0] === SyntaxErrorKind.empty;
}

/** Options for finding and listing the problems of a text. */
export function listingOf(
  engine: Engine,
  text: Text,
  { type, options }: Pick<Document, 'type' | 'options'>,
): ListOptions {
  const { ruleSet } = engine.analyzer();
  const container = containerOf(engine, checkedSchema(engine, type));
  return { text, ruleSet, container, noun: nounOf(options) };
}

/** The name of a document's root values in messages. */
export function nounOf({ language }: Pick<DocumentOptions, 'language'>): string {
  return language === 'trajectory-jsonl' ? 'Each line' : 'The document';
}

/** The schema that the root value, or each line, is checked against; null for an unrecognized document. */
export function checkedSchema({ schemas }: Engine, { kind, linesHold }: DocumentType): Schema | null {
  return linesHold === null ? schemaOfKind(schemas, kind) : schemas.lines[linesHold];
}
