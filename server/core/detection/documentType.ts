import type { DocumentKind, DocumentType, Rewrite, WrongFile } from '../schema/documentKind';
import type { Schemas } from '../schema/schema';
import { childAt } from '../syntax/nodes/children';
import { rootOf } from '../syntax/nodes/node';
import { Kind } from '../syntax/tree/nodeKind';
import { wholePairs } from '../text/pairs';
import type { Work } from '../work';
import type { DetectionInput, TextFacts } from './detectionInput';
import { isForeign } from './foreign';
import { type Head, headOf } from './formats/head';
import { conflictsIn } from './formats/mergeConflicts';
import { otherFormat } from './formats/otherFormats';
import { textWithJson } from './formats/prose';
import { type LinesFacts, linesFactsOf } from './lineFacts';
import { severalValues, valuesOverLines } from './severalValues';
import { typeOfLines } from './typeOfLines';
import { typeOfValue } from './typeOfValue';

/**
 * Decides what a document is: by the keys of its root first, then by its language and name, unless its text is
 * something else altogether. No other code decides it. Examines only the beginning of the text, and parts and chunks
 * that it has not examined before; yields regularly, because there may be many.
 */
export function* documentType(document: DetectionInput): Work<DocumentType> {
  const { tree, text, language } = document;
  const hasSyntaxErrors = tree.root.syntaxErrorCount > 0;
  const conflicts = hasSyntaxErrors ? yield* conflictsIn(text) : null;
  const facts: TextFacts = { ...document, hasSyntaxErrors, conflicts };
  if (language === 'trajectory-jsonl') return typeFromLines(facts, yield* linesFactsOf(document));
  return typeFromValue(facts, document);
}

/** The type of a document of one value. The document may lack items of arrays; `facts` are about the whole text. */
export function typeFromValue(facts: TextFacts, document: DetectionInput): DocumentType {
  const wrongFile = wrongFileOfText(facts, (head) => wrongFileOfValues(document, head));
  return wrongFile === null ? typeOfValue(document, facts) : wrongType(wrongFile);
}

/** The type of JSON Lines, from facts about them. */
export function typeFromLines(facts: TextFacts, lines: LinesFacts): DocumentType {
  const wrongFile = wrongFileOfText(facts, (head) => wrongFileOfLines(facts, lines, head));
  return wrongFile === null ? typeOfLines(facts, lines) : wrongType(wrongFile);
}

function wrongType(wrongFile: WrongFile): DocumentType {
  return { kind: 'unrecognized', shape: 'other', wrongFile, linesHold: null };
}

/** What a text is if it is surely not JSON; null if it may be JSON with syntax errors. */
function wrongFileOfText(facts: TextFacts, ofJson: (head: Head) => WrongFile | null): WrongFile | null {
  if (!facts.hasSyntaxErrors) return null;
  const head = headOf(facts.text);
  if (head === null) return null;
  if (facts.conflicts !== null) {
    const { count, from, to } = facts.conflicts;
    const [what, each] =
      count === 1 ? ['a merge conflict', 'it'] : [`${count} merge conflicts; the first is here`, 'each'];
    const message = `This file has ${what}. Keep one side of ${each}, and remove the lines that Git inserted.`;
    return { severity: 'error', from, to, message, rewrites: [], language: null };
  }
  const format =
    otherFormat(head, facts.language === 'trajectory-jsonl') ??
    (isForeign(facts) ? textWithJson(head) : null);
  if (format !== null) return wrongFileAt(head, format.message, format.rewrites ?? []);
  return ofJson(head);
}

function wrongFileOfLines({ text, schemas }: TextFacts, lines: LinesFacts, head: Head): WrongFile | null {
  const found = valuesOverLines(text, lines);
  if (found === null) return null;
  const what = {
    'one value': 'This is one JSON value over several lines',
    'several values': 'These are JSON values over several lines each',
    'a long value': 'This is JSON over several lines',
  }[found];
  const message = `${what}, not JSON Lines, where each line is one value.`;
  const kind = kindIn(head.text, schemas);
  // Pretty-printed groups may follow one another; a request is alone. An array is not a document of the other language.
  const isAlone = found === 'one value' || kind === 'log-request';
  const isObject = !head.text.trimStart().startsWith('[') && (kind === 'log-request' || kind === 'group');
  const isOwn = found !== 'several values' && isAlone && isObject;
  // To convert a file of something else does not help.
  const rewrites: Rewrite[] = kind === null && head.isWhole ? [] : ['lines'];
  return { ...wrongFileAt(head, message, rewrites), language: isOwn ? 'trajectory' : null };
}

function wrongFileOfValues({ text, tree, schemas, language }: DetectionInput, head: Head): WrongFile | null {
  const value = childAt(rootOf(tree), 0);
  const found = value === null || value.kind === Kind.key ? null : severalValues(text, value);
  if (found === null) return null;
  const kind = kindIn(head.text, schemas);
  // Groups are objects: a list of trajectories on each line does not say that it is one.
  const areOwn = value?.kind === Kind.object && (kind === 'group' || kind === 'trajectory');
  const rewrites: Rewrite[] = areOwn ? ['log-request'] : [];
  const what = {
    lines: 'This is JSON Lines, with one value per line. A document in this language is a single JSON value.',
    values: 'These are several JSON values in a row. A document in this language is a single JSON value.',
    items: 'These are values separated by commas, without the brackets of an array around them.',
  }[found];
  const isLines = found === 'lines' && language === 'trajectory';
  // Requests and configs stay apart: no conversion makes one of several.
  const isFinal = rewrites.length === 0 && !isLines && found !== 'items';
  const message = isFinal ? `${what} Keep one, and move the others to files of their own.` : what;
  return { ...wrongFileAt(head, message, rewrites), language: isLines ? 'trajectory-jsonl' : null };
}

/** The document kind suggested by documented keys near the start of the text. */
function kindIn(head: string, { names }: Schemas): DocumentKind | 'trajectory' | null {
  const has = (name: string): boolean => head.includes(`"${name}"`);
  if (has(names.groups)) return 'log-request';
  if (has(names.trajectories)) return 'group';
  return has(names.messages) ? 'trajectory' : null;
}

function wrongFileAt({ from, to, text }: Head, message: string, rewrites: readonly Rewrite[]): WrongFile {
  const { length } = wholePairs(text.slice(from, Math.min(to, from + 200)));
  return { severity: 'error', from, to: from + length, message, rewrites, language: null };
}
