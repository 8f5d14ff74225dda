import { isUtf8 } from 'node:buffer';
import { type Document, openDocument, problemsOf } from '../core/document';
import type { Engine } from '../core/engine';
import { groupsOf } from '../core/rules/wholeDocument';
import type { DocumentKind } from '../core/schema/documentKind';
import type { Problem } from '../core/schema/problem';
import { childAt, childrenOf } from '../core/syntax/nodes/children';
import { childWithKey } from '../core/syntax/nodes/named';
import { rootOf } from '../core/syntax/nodes/node';
import { nodeAt } from '../core/syntax/nodes/nodeAt';
import { pathOf } from '../core/syntax/nodes/path';
import { stringValue } from '../core/syntax/tree/strings';
import { positionAt, sliceText } from '../core/text/text';

/** One entry of the interface's validation error body. */
export interface ValidationError {
  /** `body` or `path`, then the keys and indices of the value. */
  readonly loc: readonly string[];
  readonly msg: string;
  /** The code of the problem, as the editor shows it. */
  readonly type: string;
}

/**
 * Parses and checks a body. Rejects exactly what the editor underlines as an error in a document of this kind, and
 * bytes that are not UTF-8 (RFC 8259 §8.1); warnings and everything undocumented pass.
 */
export function checkBody(engine: Engine, body: Buffer, kind: DocumentKind): Document | ValidationError[] {
  const text = body.toString();
  if (!isUtf8(body)) {
    // Decoding replaces a bad byte, so from there on the encoded text differs from the body.
    const again = Buffer.from(text);
    const bad = body.findIndex((byte, index) => byte !== again[index]);
    const msg = `The body is not UTF-8: byte ${bad} (counted from 0) does not begin a character.`;
    return [{ loc: ['body'], msg, type: 'syntax' }];
  }
  const document = openDocument(engine, text, { language: 'trajectory', name: '', kind });
  return document.counts[0] > 0 ? validationErrorsOf(document) : document;
}

/** The split of a valid log request. */
export function splitOf({ text, tree, engine }: Document): string {
  const split = childWithKey(text, childAt(rootOf(tree), 0)!, engine.schemas.names.split)!;
  return stringValue(text, split)!;
}

/**
 * The trajectory groups of a valid log request, each on a line, every token as sent: in JSON, line breaks occur only
 * between tokens, so removing them changes no token.
 */
export function linesOf({ text, tree, type, engine }: Document): string[] {
  const groups = groupsOf({ text, tree, type, schemas: engine.schemas })!;
  return Array.from(childrenOf(groups), ({ from, to }) => sliceText(text, from, to).replace(/[\r\n]+/g, ''));
}

function validationErrorsOf(document: Document): ValidationError[] {
  const errors = document.counts[0];
  const listed = problemsOf(document).filter(({ severity }) => severity === 'error');
  const entries = listed.map((problem) => validationErrorOf(document, problem));
  if (errors > listed.length) {
    const msg = `Only the first ${listed.length} of ${errors} errors are listed.`;
    entries.push({ loc: ['body'], msg, type: 'too-many-problems' });
  }
  return entries;
}

function validationErrorOf(document: Document, problem: Problem): ValidationError {
  const { code, from, message, fix } = problem;
  const path = pathOf(document.text, nodeAt(document.tree, from));
  if (code === 'missing-property' && fix?.name !== undefined) path.push(fix.name);
  // Keep the response small: no documented path is deeper, or has a longer name.
  const loc = ['body', ...path.slice(0, 50).map((segment) => String(segment).slice(0, 200))];
  if (code !== 'syntax') return { loc, msg: message, type: code };
  // The path ends at the last readable value, so add the exact position.
  const { line, character } = positionAt(document.text, from);
  return { loc, msg: `${message} (line ${line + 1}, column ${character + 1})`, type: code };
}
