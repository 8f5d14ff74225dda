import type { PathSegment } from '../../server/protocol';
import { boundedText } from '../format/plainText';
import { closeCutList, parseObject } from './jsonText';

/** One entry of the documented validation error body (`schemas/responses.json`). */
export interface ValidationError {
  readonly loc: readonly PathSegment[];
  readonly message: string;
  readonly type: string;
}

/** Maximum entries read; the editor shows no more per file. */
const maxErrors = 5000;

/**
 * Parses the validation error body. The interface document says that `loc` contains strings; such services also send
 * integers. Skips entries of another shape; empty when the body has another shape. Filters text with `hide` (see
 * `tokenHider`).
 */
export function readValidationErrors(
  text: string,
  hide: (text: string) => string = (whole) => whole,
): readonly ValidationError[] {
  // Entries may echo the request, so a long response is cut; its complete entries are still useful.
  const detail = (parseObject(text) ?? parseObject(closeCutList(text)))?.['detail'];
  if (!Array.isArray(detail)) return [];
  const distinct = new Map<string, ValidationError>();
  for (const entry of detail.slice(0, maxErrors)) {
    const error = readEntry(entry, hide);
    // Drop duplicate entries. Those that differ only in labels are merged later, by range.
    if (error !== null) distinct.set(JSON.stringify([error.loc, error.message]), error);
  }
  return [...distinct.values()];
}

/** Its path, as an introduction to its message; nothing if it is about the whole request. */
export function introduction({ loc }: Pick<ValidationError, 'loc'>): string {
  return loc.length === 0 ? '' : `${boundedText(loc.join('.'), 200)}: `;
}

/** Any text in an error may echo the request. */
function bounded(text: string): string {
  return text.slice(0, 2000);
}

function readEntry(entry: unknown, hide: (text: string) => string): ValidationError | null {
  if (typeof entry !== 'object' || entry === null) return null;
  const { loc, msg, type } = entry as Readonly<Record<string, unknown>>;
  if (!Array.isArray(loc) || typeof msg !== 'string') return null;
  const path = loc.filter((segment) => typeof segment === 'string' || Number.isInteger(segment));
  return {
    loc: path.map((segment) => (typeof segment === 'string' ? bounded(hide(segment)) : (segment as number))),
    message: bounded(hide(msg)),
    type: typeof type === 'string' ? bounded(hide(type)) : '',
  };
}
