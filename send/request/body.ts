import type { DocumentSummary, FileSummary, PathSegment, Range } from '../../server/protocol';
import { type Grouping, layouts } from './grouping';

/** A document's text when the request was assembled. */
export interface DocumentSnapshot {
  readonly uri: string;
  readonly version: number;
  readonly text: string;
}

/** A range of a source document that is part of the body. */
export interface SourcePiece extends Range {
  readonly source: DocumentSnapshot;
  /** Path of the piece's value in the body. */
  readonly bodyPath: readonly PathSegment[];
  /** Path of the same value in the source document. */
  readonly sourcePath: readonly PathSegment[];
}

/**
 * Bytes of the largest file that is a document: larger ones are sent and shown from disk. VS Code gives extensions no text
 * with more code units, and a file has at least as many bytes.
 */
export const largestDocument = 50 * 2 ** 20;

/** A file on disk when the request was put together. It is too large to be a document, and never in memory as a whole. */
export interface FileSnapshot {
  readonly uri: string;
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** Changes whenever the file is written to or replaced. */
  readonly stamp: string;
}

/** A range of a file, in bytes, that is part of the body. */
export interface FilePiece extends Range {
  readonly file: FileSnapshot;
  /** How the values of JSON Lines are joined. Null for the bytes as they are. */
  readonly lines: JoinedLines | null;
}

export interface JoinedLines {
  /** The text between two values. */
  readonly separator: string;
  /** The number of values. */
  readonly count: number;
  /** Where the index of a value is in its path in the body. */
  readonly position: number;
}

/** A part of a body that is in memory. */
export type TextPiece = string | SourcePiece;

/** A request body: literal text, and ranges of documents and files, never reparsed or reformatted. */
export type Body = readonly (TextPiece | FilePiece)[];

interface Described {
  /** How to group trajectories without a group: one group, or one group each. Only the user can decide. */
  readonly grouping?: Grouping;
}

/** A document and the language server's summary of exactly that text. */
export interface DescribedDocument extends Described {
  readonly source: DocumentSnapshot;
  readonly summary: DocumentSummary;
}

/** A file and the summary of exactly its bytes. */
export interface DescribedFile extends Described {
  readonly source: FileSnapshot;
  readonly summary: FileSummary;
}

export type DescribedSource = DescribedDocument | DescribedFile;

/** Whether a source is a file on disk. */
export function isFile(described: DescribedSource): described is DescribedFile {
  return 'path' in described.source;
}

/** The document's entire text. */
export function verbatimBody(source: DocumentSnapshot): Body {
  return [{ source, from: 0, to: source.text.length, bodyPath: [], sourcePath: [] }];
}

/** Wraps the document's groups in a log request body; null when the document has no groups. */
export function logBody(document: DescribedSource, split: string): Body | null {
  const groups = groupsOf(document);
  return groups && ['{"split":', JSON.stringify(split), ',"trajectory_groups":', ...groups, '}'];
}

/** Parts of a training job body. */
export interface TrainingParts {
  readonly modelId: string;
  readonly groups: DescribedSource;
  readonly config: DescribedSource | null;
}

/** A training job body; null when the document has no groups or the config has no root value. */
export function trainingBody(parts: TrainingParts): Body | null {
  const groups = groupsOf(parts.groups);
  if (groups === null) return null;
  const head: Body = ['{"model_id":', JSON.stringify(parts.modelId), ',"trajectory_groups":', ...groups];
  if (parts.config === null) return [...head, '}'];
  const config = configOf(parts.config);
  return config && [...head, ',"experimental_config":', config, '}'];
}

/** Whether a training job document contains a config. */
export function holdsOwnConfig({ summary }: DescribedSource): boolean {
  return summary.kind === 'training-job' && summary.config !== null;
}

/** Number of groups in a request made from the document. */
export function groupCountOf({ summary, grouping }: DescribedSource): number {
  if (summary.groups?.kind !== 'trajectories') return summary.groupCount;
  return grouping === 'one' ? Math.min(1, summary.trajectoryCount) : summary.trajectoryCount;
}

/** Whether a body is exactly one document's text. */
export function isVerbatim(body: Body): boolean {
  const [piece] = body;
  if (body.length !== 1 || typeof piece !== 'object') return false;
  const length = piece.to - piece.from;
  return isFilePiece(piece)
    ? piece.lines === null && length === piece.file.size
    : length === piece.source.text.length;
}

/** The ranges of documents in a body. */
export function piecesOfDocuments(body: Body): readonly SourcePiece[] {
  return body.filter((piece) => typeof piece === 'object' && !isFilePiece(piece)) as readonly SourcePiece[];
}

/** The text of one piece. */
export function pieceText(piece: SourcePiece): string {
  return piece.source.text.slice(piece.from, piece.to);
}

function groupsOf(described: DescribedSource): Body | null {
  if (isFile(described)) return groupsOfFile(described);
  const { source, summary, grouping } = described;
  const { groups, kind } = summary;
  if (groups === null) return null;
  if (groups.kind === 'array') {
    const path = ['trajectory_groups'];
    return [{ source, ...groups.slice, bodyPath: path, sourcePath: path }];
  }
  const layout = groups.kind === 'items' ? layouts.items : grouping && layouts[grouping];
  if (layout === undefined) return null;
  const items: (string | SourcePiece)[] = [];
  const bounds = groups.bounds === '' ? [] : groups.bounds.split(',').map(Number);
  for (let index = 0; index * 2 < bounds.length; index++) {
    const slice = { from: bounds[index * 2]!, to: bounds[index * 2 + 1]! };
    const bodyPath = ['trajectory_groups', ...layout.pathOf(index)];
    // A document of kind `group` is the item itself; in lines the first segment is the line's index.
    const sourcePath = kind === 'group' ? [] : [index];
    if (index > 0) items.push(layout.separator);
    items.push({ source, ...slice, bodyPath, sourcePath });
  }
  return [layout.open, ...items, layout.close];
}

/** Whether a part of a body is in a file. */
export function isFilePiece(piece: Body[number]): piece is FilePiece {
  return typeof piece === 'object' && 'file' in piece;
}

/** The whole text of a file. */
export function wholeFile({ source: file, summary }: DescribedFile): Body {
  return [{ file, ...summary.text, lines: null }];
}

/** The array of groups of a file; null if it has none, or none can be sent. */
function groupsOfFile(described: DescribedFile): Body | null {
  const { source: file, summary, grouping } = described;
  const { groups, groupCount, trajectoryCount } = summary;
  if (groups === null) return null;
  if (groups.kind === 'array') return [{ file, ...groups.slice, lines: null }];
  const layout = groups.kind === 'items' ? layouts.items : grouping && layouts[grouping];
  if (layout === undefined || brokenLinesMessage(described) !== null) return null;
  const count = groups.kind === 'items' ? groupCount : trajectoryCount;
  const position = 1 + layout.pathOf(-1).indexOf(-1);
  const lines = summary.kind === 'group' ? null : { separator: layout.separator, count, position };
  return [layout.open, { file, ...groups.slice, lines }, layout.close];
}

/** Why the values of a file cannot be told apart by its lines; null if they can, or need not. */
export function brokenLinesMessage({ summary }: DescribedFile): string | null {
  const { groups, hasSyntaxErrors } = summary;
  if (!hasSyntaxErrors || groups === null || groups.kind === 'array') return null;
  return 'No request can be made from this file, because it has syntax errors. Fix them first.';
}

function configOf(described: DescribedSource): SourcePiece | FilePiece | null {
  const { config } = described.summary;
  if (config === null) return null;
  if (isFile(described)) return { file: described.source, ...config, lines: null };
  const { source, summary } = described;
  const sourcePath = summary.kind === 'training-config' ? [] : ['experimental_config'];
  return { source, ...config, bodyPath: ['experimental_config'], sourcePath };
}
