import { NotificationType, RequestType } from 'vscode-languageserver-protocol';

/**
 * What client and language server say to each other beyond the Language Server Protocol: declared once,
 * here, for both. Offsets count UTF-16 code units from the start of the document, as `String` does. A null
 * result of a request means that the server does not have that document, or not in that version.
 */

/** What a document is: one of the bodies of the interface, or a shape that people have instead. */
export type DocumentKind =
  | 'log-request'
  | 'training-job'
  | 'group'
  | 'training-config'
  | 'group-lines'
  /** JSON Lines of trajectories that are in no group. */
  | 'trajectory-lines'
  /** Parsed, but none of the documented roots: an array of groups, a bare trajectory, a chat dump, … */
  | 'unrecognized';

/** A half-open range of UTF-16 code units: `[from, to)`. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** One step from a value to a part of it: a property name or an array index. */
export type PathSegment = string | number;

/**
 * Where the trajectory groups of a document stand: one array, or one slice for each group (lines). Lines of
 * trajectories are no groups yet: they can become one group, or a group each.
 */
export type GroupsSource =
  | { readonly kind: 'array'; readonly slice: Range }
  /**
   * `bounds` is `from,to` of each group in turn: decimal numbers with commas between them. One string, because a file
   * can hold a million, and a long string is encoded in slices.
   */
  | { readonly kind: 'items'; readonly bounds: string }
  /** As for `items`, of each trajectory in turn. */
  | { readonly kind: 'trajectories'; readonly bounds: string };

/** What a command needs to know of a document before it sends it. */
export interface DocumentSummary {
  /** The document version that every offset below belongs to. */
  readonly version: number;
  readonly kind: DocumentKind;
  /** Problems of severity error, and how many warnings; both counted in full, not cut. */
  readonly errors: number;
  readonly warnings: number;
  /** The decoded value of `split` and `model_id` where they are strings. */
  readonly split: string | null;
  readonly modelId: string | null;
  readonly groups: GroupsSource | null;
  /** Value of `experimental_config`, or the root of a training config. */
  readonly config: Range | null;
  /** 0 for lines or an array of trajectories, which are in no group yet. */
  readonly groupCount: number;
  /** Of an array of trajectories too, which is nothing to send: it has no `groups`, but can be converted. */
  readonly trajectoryCount: number;
}

export interface Position {
  readonly line: number;
  readonly character: number;
}

/** A range of a document and what is to stand there. */
export interface Replacement {
  readonly start: Position;
  readonly end: Position;
  readonly text: string;
}

/** Where a path of the service's answer stands in a document. */
export interface PathLocation extends Range {
  readonly start: Position;
  readonly end: Position;
  /** How many leading segments of the path name something in the document. */
  readonly matched: number;
}

/**
 * What a client asks for in `initializationOptions`. Nothing of it is in the protocol, so editors that do not ask
 * would show it as an error.
 */
export interface ClientOptions {
  /** To be told what documents are taken for: `kindNotification`. */
  readonly documentKinds?: boolean;
  /** To be told when the analysis of a version is done: `analyzedNotification` of `viewProtocol.ts`. */
  readonly analyzed?: boolean;
  /** Lenses that run the commands of our extension. */
  readonly commandLenses?: boolean;
  /** A command that explains a problem; its argument is the code, which leads there. */
  readonly explainCommand?: string;
}

/** What the document is, and where the parts of a request body stand in it. */
export const describeRequest = new RequestType<{ readonly uri: string }, DocumentSummary | null, void>(
  'trajectory/describe',
);

/**
 * The place of each path, from the document's root; segments that name nothing are skipped, and an absent key
 * gives its parent. In JSON Lines the first segment is the index of the item (blank lines not counted). Besides
 * the present version those that were described last can be asked about, until the document is closed: an
 * answer of the service is about the text that was sent, which may have been edited since.
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

/** The path of the value at a position, as a JSON pointer or as the service writes a `loc`; null for none. */
export const pathRequest = new RequestType<
  { readonly uri: string; readonly position: Position; readonly format: 'pointer' | 'loc' },
  string | null,
  void
>('trajectory/path');

/** A document in another form. */
export interface Converted {
  readonly text: string;
  /** Members of the document's root that have no place in it, the first few. */
  readonly left: readonly string[];
}

/**
 * The document's groups as JSON Lines or as a log request; every token as it stands. A log request out of
 * lines or of a group has an empty `split`, to be filled in. Null when the document has no groups, when it is
 * no JSON, or when it holds bare trajectories and it is not said whether they become one group or a group each.
 */
export const convertRequest = new RequestType<
  { readonly uri: string; readonly to: 'lines' | 'log-request'; readonly grouping?: 'one' | 'each' },
  Converted | null,
  void
>('trajectory/convert');

/** Edits in order and apart; null where the text is no JSON. */
export interface SortEdits {
  readonly edits: readonly Replacement[] | null;
}

/**
 * Edits that sort the members of every object: documented properties first, in the order of the interface, then
 * the others by name.
 */
export const sortKeysRequest = new RequestType<
  { readonly uri: string; readonly version: number },
  SortEdits | null,
  void
>('trajectory/sortKeys');

/**
 * The value of a line of JSON Lines, laid out over several lines; null for a blank line. A document that holds
 * it should have a name that ends with `.line-12.trajectory.json`: then a bare trajectory is right in it.
 */
export const expandLineRequest = new RequestType<
  { readonly uri: string; readonly version: number; readonly line: number },
  string | null,
  void
>('trajectory/expandLine');

/** A text on one line, its tokens set apart as in the line `like`. Null when that would change a token. */
export const joinLinesRequest = new RequestType<
  { readonly text: string; readonly like: string },
  string | null,
  void
>('trajectory/joinLines');

/** From client to server: model ids used lately, newest first, for completion and the fix of `invalid-uuid`. */
export const recentModelIdsNotification = new NotificationType<{ readonly modelIds: readonly string[] }>(
  'trajectory/recentModelIds',
);

/**
 * From server to client: what a document has been taken for; sent when it is opened and when that changes, to a
 * client that asks for it.
 */
export const kindNotification = new NotificationType<{ readonly uri: string; readonly kind: DocumentKind }>(
  'trajectory/kind',
);
