import { type Body, type FileSnapshot, isFilePiece } from '../request/body';
import { sourceLocationsOf } from './sourceLocations';
import type { ValidationError } from './validationErrors';

/** A validation error about a file. */
export interface FileError {
  readonly error: ValidationError;
  /** The index of the value of JSON Lines that it is about; null if it is about none, or the file has no lines. */
  readonly index: number | null;
}

/** The file of a body and the validation errors about it: those that are not about documents. Null if it has no file. */
export function fileErrorsOf(
  body: Body,
  errors: readonly ValidationError[],
): { readonly file: FileSnapshot; readonly errors: readonly FileError[] } | null {
  const piece = body.find(isFilePiece);
  if (piece === undefined) return null;
  const { file, lines } = piece;
  const locations = sourceLocationsOf(body, errors);
  const own = errors.filter((_, i) => locations[i] === null);
  return { file, errors: own.map((error) => ({ error, index: lines && indexIn(error, lines.position) })) };
}

function indexIn({ loc }: ValidationError, position: number): number | null {
  const path = loc[0] === 'body' ? loc.slice(1) : loc;
  const index = String(path[position] ?? '');
  // `Number` also takes an empty text for one.
  return path[0] === 'trajectory_groups' && /^\d{1,15}$/.test(index) ? Number(index) : null;
}

/** The indexes of the values that errors are about. */
export function indexesOf(errors: readonly FileError[]): readonly number[] {
  return errors.flatMap(({ index }) => index ?? []);
}
