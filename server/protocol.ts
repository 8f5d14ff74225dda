import { NotificationType, ProgressType, RequestType } from 'vscode-languageserver-protocol';
import type { Range } from './core/text/range';

/**
 * Messages between client and language server beyond LSP, declared once for both. Offsets are UTF-16 code units from
 * the start of the document. A null result means that the server does not have that document or that version.
 */

/** URI scheme of a line of JSON Lines that is shown as a document of its own. */
export const lineScheme = 'trajectory-line';

/** The kind of a document: a body that the interface documents, or another common shape. */
export type DocumentKind =
  | 'log-request'
  | 'training-job'
  | 'group'
  | 'training-config'
  | 'group-lines'
  /** JSON Lines of bare trajectories. */
  | 'trajectory-lines'
  /** Parsed, but none of the documented roots: an array of groups, a bare trajectory, a chat dump, … */
  | 'unrecognized';

export type { Range };

/** One step of a path: a property name or an array index. */
export type PathSegment = string | number;

/**
 * The ranges of a document's trajectory groups: one array, or one range per group (lines). Bare trajectories in lines
 * are not groups yet: they can become one group, or a group each.
 */
export type GroupsSource =
  | { readonly kind: 'array'; readonly slice: Range }
  /**
   * `bounds` is `from,to` of each group in turn, as comma-separated decimal numbers. One string, because a file can
   * contain a million groups, and a long string is encoded in slices.
   */
  | { readonly kind: 'items'; readonly bounds: string }
  /** Like `items`, for each trajectory. */
  | { readonly kind: 'trajectories'; readonly bounds: string };

/** What a command needs to know about a document before it sends it. */
export interface DocumentSummary {
  /** The document version that all offsets refer to. */
  readonly version: number;
  readonly kind: DocumentKind;
  /** Total numbers of errors and warnings, not limited by the length of the list of problems. */
  readonly errors: number;
  readonly warnings: number;
  /** Decoded `split` and `model_id`; null if they are not strings. */
  readonly split: string | null;
  readonly modelId: string | null;
  readonly groups: GroupsSource | null;
  /** Value of `experimental_config`, or the root of a training config. */
  readonly config: Range | null;
  /** 0 for lines or an array of bare trajectories. */
  readonly groupCount: number;
  /** Also counts an array of trajectories, which cannot be sent (`groups` is null) but can be converted. */
  readonly trajectoryCount: number;
  /** In JSON Lines, the first line (zero-based) that is a trajectory among groups, or a group among trajectories. */
  readonly mixedLine: number | null;
}

/**
 * The same of a file on disk that is too large to be a document. Ranges are in bytes. Nothing of an unrecognized file can
 * be sent.
 */
export interface FileSummary extends Omit<DocumentSummary, 'version' | 'groups'> {
  readonly groups: FileGroups | null;
  /** The text: the file without its byte order mark. */
  readonly text: Range;
  /** With syntax errors, the lines of JSON Lines may not be its values. */
  readonly hasSyntaxErrors: boolean;
}

/** The array of groups; or the part of a file that is one group, a group on each line, or a trajectory on each line. */
export interface FileGroups {
  readonly kind: 'array' | 'items' | 'trajectories';
  readonly slice: Range;
}

export interface Position {
  readonly line: number;
  readonly character: number;
}

/** A range of a document and its new text. */
export interface Replacement {
  readonly start: Position;
  readonly end: Position;
  readonly text: string;
}

/** The range of a path from the service's response. */
export interface PathLocation extends Range {
  readonly start: Position;
  readonly end: Position;
  /** One more than the index of the last path segment that names something in the document. */
  readonly matched: number;
}

/** Opt-ins in `initializationOptions`. They are not part of LSP, so other editors would report them as errors. */
export interface ClientOptions {
  /** Send `kindNotification`. */
  readonly documentKinds?: boolean;
  /** Send `analyzedNotification` of `viewProtocol/collection.ts`. */
  readonly analyzed?: boolean;
  /** Offer code lenses that run the commands of our extension. */
  readonly commandLenses?: boolean;
  /** The command that explains a problem, linked from its code. Its argument is the code. */
  readonly explainCommand?: string;
}

/** The kind of a document, and the ranges that a request body is made of. */
export const describeRequest = new RequestType<{ readonly uri: string }, DocumentSummary | null, void>(
  'trajectory/describe',
);

/**
 * Checks a file of any size on disk and summarizes it, or says why it cannot be read; null if cancelled. Only a server in
 * Node can do it. `progress` is the token of `describeFileProgress`.
 */
export const describeFileRequest = new RequestType<
  {
    readonly path: string;
    /** The id of the language, whatever the name. */
    readonly language: string | null;
    readonly progress: string;
  },
  FileSummary | { readonly message: string } | null,
  void
>('trajectory/describeFile');

/** The share of the file that is checked, from 0 to 1. */
export const describeFileProgress = new ProgressType<number>();

/**
 * The range of each path from the document's root. Segments that name nothing are skipped; an absent key gives its
 * parent. In JSON Lines, the first segment is the index of the item, not counting blank lines. Until the document is
 * closed, this also works for the last described versions: a response of the service is about the text that was sent,
 * which may have been edited since.
 */
export const locateRequest = new RequestType<
  {
    readonly uri: string;
    readonly version: number;
    readonly paths: readonly (readonly PathSegment[])[];
  },
  readonly PathLocation[] | null,
  void
>('trajectory/locate');

/** The path of the value at a position, as a JSON pointer or as the service writes a `loc`; null if it is too long. */
export const pathRequest = new RequestType<
  { readonly uri: string; readonly position: Position; readonly format: 'pointer' | 'loc' },
  string | null,
  void
>('trajectory/path');

/** A converted document. */
export interface Converted {
  readonly text: string;
  /** The first few root members that the new form has no place for. */
  readonly left: readonly string[];
}

/**
 * The document's groups as JSON Lines or as a log request, every token unchanged. A log request made from lines or from
 * a group has an empty `split` to fill in. Null if the document has no groups, is not JSON or has a mixed line, or if it
 * contains bare trajectories and `grouping` is missing.
 */
export const convertRequest = new RequestType<
  { readonly uri: string; readonly to: 'lines' | 'log-request'; readonly grouping?: 'one' | 'each' },
  Converted | null,
  void
>('trajectory/convert');

/** Ordered, disjoint edits; null if the text is not valid JSON. */
export interface SortEdits {
  readonly edits: readonly Replacement[] | null;
}

/**
 * Edits that sort the properties of every object: documented ones in the order of the interface, then the others by
 * name.
 */
export const sortKeysRequest = new RequestType<
  { readonly uri: string; readonly version: number },
  SortEdits | null,
  void
>('trajectory/sortKeys');

/**
 * The value of a line of JSON Lines, formatted over several lines; null for a blank line. The name of a document that
 * shows it should end with `.line-12.trajectory.json`: a bare trajectory is valid there.
 */
export const expandLineRequest = new RequestType<
  { readonly uri: string; readonly version: number; readonly line: number },
  string | null,
  void
>('trajectory/expandLine');

/** A text on one line, with the token spacing of the line `like`. Null if a token would change, or if there are two values. */
export const joinLinesRequest = new RequestType<
  { readonly text: string; readonly like: string },
  string | null,
  void
>('trajectory/joinLines');

/** Client to server: recently used model ids, newest first, for completion and the fix of `invalid-uuid`. */
export const recentModelIdsNotification = new NotificationType<{ readonly modelIds: readonly string[] }>(
  'trajectory/recentModelIds',
);

/** Server to client, on request: the kind of a document, when it is opened and when the kind changes. */
export const kindNotification = new NotificationType<{ readonly uri: string; readonly kind: DocumentKind }>(
  'trajectory/kind',
);

/** Server to client, if it has our commands: the user wants a document in another language. */
export const treatAsNotification = new NotificationType<{ readonly uri: string; readonly language: string }>(
  'trajectory/treatAs',
);
