import { readValidationErrors, type ValidationError } from '../../send/response/validationErrors';
import type { PathSegment } from '../../server/protocol';
import { type Reference, readReference } from './reference';

/** The parsed input of *Go to Location…*: a path, a reference, a position, or a service's list of validation errors. */
export type LocationInput =
  | { readonly kind: 'path'; readonly path: readonly PathSegment[] }
  | { readonly kind: 'reference'; readonly reference: Reference }
  /** Counted from 0. */
  | {
      readonly kind: 'position';
      /** A name, maybe with folders before it, separated by slashes. */
      readonly file: string | null;
      readonly line: number;
      readonly character: number;
    }
  | { readonly kind: 'errors'; readonly errors: readonly ValidationError[] }
  | { readonly kind: 'invalid'; readonly message: string };

/**
 * Reads a location in any common notation: `body.trajectory_groups.0.reward`, `trajectory_groups[0].reward`,
 * `$.trajectory_groups[0]`, `body -> trajectory_groups -> 0`, a JSON Pointer, an array of segments in JSON or Python
 * syntax, a diagnostic's line that begins with its path, a reference copied from the view, a file with line and column as
 * programs print it, or a whole error body.
 */
export function readLocation(input: string): LocationInput {
  const text = input.trim();
  if (text === '')
    return invalid(
      'Paste a path, a JSON pointer, a location such as “group 2 trajectory 1” or “file.json:12:5”, or an error response.',
    );
  const errors = readErrors(text);
  if (errors !== null) return errors;
  const reference = readReference(text);
  if (reference !== null) return { kind: 'reference', reference };
  const position = readPosition(text);
  if (position !== null) return position;
  const path = readPointer(text) ?? readSequence(text) ?? readSteps(text);
  return path === null
    ? invalid(
        'Not a path, a reference such as “group 2 trajectory 1”, a line such as “file.json:12:5”, or an error response.',
      )
    : { kind: 'path', path };
}

/** An error response, its list alone, or one entry. Log output before it is skipped. */
function readErrors(text: string): LocationInput | null {
  if (!/"(loc|detail)"\s*:/.test(text)) return null;
  const json = text.slice(text.search(/[[{]/));
  const bodies = [json, `{"detail": ${json}}`, `{"detail": [${json}]}`];
  const errors = bodies.map((text) => readValidationErrors(text)).find((found) => found.length > 0);
  if (errors !== undefined) return { kind: 'errors', errors };
  return invalid(
    'This error response names no locations: its "detail" is not a list of objects with "loc" and "msg".',
  );
}

const positionPattern =
  /^(?:(.*(?:\.(?:json|jsonl|ndjson|txt|log)|Untitled-\d+)):)?([1-9]\d{0,8}):(?:([1-9]\d{0,8}):?)?$/i;

/** `rollouts.trajectories.json:12:5`, with an optional folder and column; or `12:5` alone. */
function readPosition(text: string): LocationInput | null {
  const match = positionPattern.exec(`${text.replace(/:$/, '')}:`);
  if (match === null || (match[1] === undefined && match[3] === undefined)) return null;
  const [, path, line, column = '1'] = match;
  const file = path?.replaceAll('\\', '/') ?? null;
  return { kind: 'position', file, line: Number(line) - 1, character: Number(column) - 1 };
}

/** RFC 6901, also in its URI fragment form. */
function readPointer(text: string): readonly PathSegment[] | null {
  if (text === '#') return [];
  if (!/^#?\//.test(text)) return null;
  const pointer = text.startsWith('#') ? decoded(text.slice(1)) : text;
  const steps = pointer.split('/').slice(1);
  return steps.map((step) => segmentOf(step.replaceAll('~1', '/').replaceAll('~0', '~')));
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    // A stray percent sign: the fragment is not encoded.
    return fragment;
  }
}

/** `["body", 0]`, `['body', 0]` or `('body', 0)`. */
function readSequence(text: string): readonly PathSegment[] | null {
  const item = String.raw`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\d+`;
  const isSequence = new RegExp(String.raw`^[[(]\s*(?:(?:${item})\s*(?:,\s*|(?=[\])])))*[\])]$`).test(text);
  if (!isSequence) return null;
  return [...text.matchAll(new RegExp(item, 'g'))].map(([found]) => literal(found));
}

/** One step after a dot or an arrow, or in brackets. Brackets in a name belong to a label of the service. */
const stepPattern =
  /(?:^|\s*(?:\.|->)\s*|(?=\[))(?:\[("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\d+)\]|((?:(?!->)[^.[\]\s"']|\[[^\]\d"'][^\]]*\])+))/y;

function readSteps(text: string): readonly PathSegment[] | null {
  // A copied diagnostic reads "path: message".
  const path = text.replace(/^\$(?=[.[]|$)/, '').replace(/^(\S*?[^\s:]):\s.*$/s, '$1');
  const steps: PathSegment[] = [];
  stepPattern.lastIndex = 0;
  for (let at = 0; at < path.length; at = stepPattern.lastIndex) {
    const match = stepPattern.exec(path);
    if (match === null) return null;
    const [, bracketed, name = ''] = match;
    steps.push(bracketed === undefined ? segmentOf(name) : literal(bracketed));
  }
  return steps;
}

/** A quoted name or an index, in JSON, JavaScript or Python syntax. */
function literal(text: string): PathSegment {
  if (/^\d/.test(text)) return segmentOf(text);
  return text
    .slice(1, -1)
    .replace(/\\(?:u([\da-f]{4})|(.))/gi, (_, code: string | undefined, character: string) =>
      code === undefined ? character : String.fromCharCode(Number.parseInt(code, 16)),
    );
}

/** Without quotes an index and a name of digits look the same; the consumers of paths accept either. */
function segmentOf(text: string): PathSegment {
  return /^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : text;
}

function invalid(message: string): LocationInput {
  return { kind: 'invalid', message };
}
