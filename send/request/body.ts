import type { DocumentSummary, PathSegment, Range } from '../../server/protocol';

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

/** A request body: literal text and ranges of documents, never reparsed or reformatted. */
export type Body = readonly (string | SourcePiece)[];

/** A document and the language server's summary of exactly that text. */
export interface DescribedSource {
  readonly source: DocumentSnapshot;
  readonly summary: DocumentSummary;
  /** How to group trajectories without a group: one group, or one group each. Only the user can decide. */
  readonly grouping?: Grouping;
}

export type Grouping = 'one' | 'each';

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
  return body.length === 1 && typeof piece === 'object' && piece.to - piece.from === piece.source.text.length;
}

/** The text of one piece. */
export function pieceText(piece: SourcePiece): string {
  return piece.source.text.slice(piece.from, piece.to);
}

function groupsOf({ source, summary, grouping }: DescribedSource): Body | null {
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

/** How a document's items become the array of groups. */
interface Layout {
  readonly open: string;
  readonly separator: string;
  readonly close: string;
  /** Path of an item in the array. */
  readonly pathOf: (index: number) => readonly PathSegment[];
}

const inGroup = { open: '[{"trajectories":[', close: ']}]' };

const layouts: Record<'items' | Grouping, Layout> = {
  items: { open: '[', separator: ',', close: ']', pathOf: (index) => [index] },
  one: { ...inGroup, separator: ',', pathOf: (index) => [0, 'trajectories', index] },
  each: { ...inGroup, separator: ']},{"trajectories":[', pathOf: (index) => [index, 'trajectories', 0] },
};

function configOf({ source, summary }: DescribedSource): SourcePiece | null {
  if (summary.config === null) return null;
  const sourcePath = summary.kind === 'training-config' ? [] : ['experimental_config'];
  return { source, ...summary.config, bodyPath: ['experimental_config'], sourcePath };
}
