import { type Document, type Engine, openDocument, problemsOf } from '../core/document';
import { groupsOf } from '../core/rules/wholeDocument';
import type { DocumentKind } from '../core/schema/kind';
import type { Problem } from '../core/schema/problem';
import {
  childAt,
  childrenOf,
  childWithKey,
  nodeAt,
  type PathSegment,
  pathOf,
  rootOf,
  stringValue,
} from '../core/syntax/nodes';
import { positionAt } from '../core/text/text';

/** One entry of the interface's validation error body. */
export interface Complaint {
  /** `body` or `path`, then the keys and indices that lead to the place. */
  readonly loc: readonly string[];
  readonly msg: string;
  /** The code of the problem, as the editor shows it. */
  readonly type: string;
}

/** A log request that validates. */
export interface LogRequest {
  readonly split: string;
  /** The text of each trajectory group, on one line, every token as it was sent. */
  readonly groups: Iterable<string>;
}

/**
 * Checks the body of a log request. It is refused for exactly what the editor underlines as an error in a
 * document of this kind; warnings and everything undocumented pass.
 */
export function checkLogRequest(
  engine: Engine,
  text: string,
): LogRequest | { readonly complaints: readonly Complaint[] } {
  const document = open(engine, text, 'log-request');
  const complaints = complaintsOf(document);
  if (complaints.length > 0) return { complaints };
  const { names } = engine.schemas;
  const split = childWithKey(document.text, childAt(rootOf(document.tree), 0)!, names.split)!;
  return { split: stringValue(document.text, split)!, groups: linesOf(document, text) };
}

/** Checks the body of a training job request in the same way; nothing to complain of means that it passes. */
export function checkTrainingJob(engine: Engine, text: string): readonly Complaint[] {
  return complaintsOf(open(engine, text, 'training-job'));
}

function open(engine: Engine, text: string, kind: DocumentKind): Document {
  return openDocument(engine, text, { language: 'trajectory', name: '', kind });
}

/** In JSON, line breaks stand only between tokens, so a group without them has the same tokens. */
function* linesOf(document: Document, text: string): Generator<string> {
  const { tree, type } = document;
  const groups = groupsOf({ text: document.text, tree, type, names: document.engine.schemas.names })!;
  for (const { from, to } of childrenOf(groups)) yield text.slice(from, to).replace(/[\r\n]+/g, '');
}

function complaintsOf(document: Document): Complaint[] {
  const errors = document.counts[0];
  if (errors === 0) return [];
  const listed = problemsOf(document).filter(({ severity }) => severity === 'error');
  const complaints = listed.map((problem) => complaintOf(document, problem));
  if (errors > listed.length) {
    const msg = `Only the first ${listed.length} of ${errors} errors are listed.`;
    complaints.push({ loc: ['body'], msg, type: 'too-many-problems' });
  }
  return complaints;
}

function complaintOf(document: Document, problem: Problem): Complaint {
  const { code, from, message, fix } = problem;
  const path = pathOf(document.text, nodeAt(document.tree, from));
  if (code === 'missing-property' && fix?.name !== undefined) path.push(fix.name);
  const loc = ['body', ...bounded(path).map(String)];
  if (code !== 'syntax') return { loc, msg: message, type: code };
  // The path ends at what could still be read, so the exact place is said in words.
  const { line, character } = positionAt(document.text, from);
  return { loc, msg: `${message} (line ${line + 1}, column ${character + 1})`, type: code };
}

/** The beginning of a path still names a place around the problem; no documented one is as deep or as long. */
function bounded(path: PathSegment[]): PathSegment[] {
  const tooLong = path.findIndex((segment) => String(segment).length > 200);
  return path.slice(0, Math.min(tooLong < 0 ? path.length : tooLong, 50));
}
