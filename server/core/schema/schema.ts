import type { Grammar } from '../syntax/tree/context';

/** What the interface documents of a value. Titles and descriptions are plain text. */
export interface Schema {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  /** The documented type; null where none is documented. */
  readonly type: SchemaType | null;
  /** Documented properties in the order of the interface; null for an object whose contents are not documented. */
  readonly properties: ReadonlyMap<string, Schema> | null;
  readonly required: ReadonlySet<string>;
  readonly items: Schema | null;
  readonly format: 'uuid' | 'date-time' | null;
  /** A date-time that must be in UTC form, with a trailing Z. */
  readonly isUtc: boolean;
  /** Suggestions; other values are just as valid. */
  readonly examples: readonly string[];
  /** The only values that the interface names; empty where it names none. */
  readonly documentedValues: readonly string[];
  /** Whether null is so common here that it is no problem. */
  readonly isCommonlyNull: boolean;
  /** Whether it is an object of which the short values are labels: they tell one trajectory from another. */
  readonly hasLabels: boolean;
  /** Keys that are not documented but that chat formats commonly carry, and what is said of them. */
  readonly companions: ReadonlySet<string>;
  readonly companionDescription: string;
  /** What the values of some companions usually are. */
  readonly companionValues: ReadonlyMap<string, Schema>;
  /** Of a value that is not documented, what it usually is. */
  readonly usual: Usual | null;
  /** Names that people use for this property where the documented one is missing. */
  readonly otherNames: readonly string[];
  /** Of a message, the trajectory that it is in. */
  readonly around: Schema | null;
  /** Of what each line of a document is, if it is one: it says what the others are. */
  readonly line: Line | null;
}

/** What a value usually is that is not documented: nothing of it is ever an error. */
export interface Usual {
  readonly type: SchemaType;
  readonly properties: ReadonlyMap<string, Schema>;
  readonly items: Schema | null;
}

/** What the lines of a document hold, and the names that tell. */
export interface Line {
  readonly holds: 'group' | 'trajectory';
  readonly names: Names;
}

export type SchemaType = 'object' | 'array' | 'string' | 'number' | 'boolean';

/** The schemas of the interface by the document that they describe. */
export interface Schemas {
  readonly logRequest: Schema;
  readonly trainingJob: Schema;
  readonly trainingConfig: Schema;
  readonly group: Schema;
  readonly trajectory: Schema;
  /** The same for a line among others that are known to be groups, or trajectories. */
  readonly lines: { readonly group: Schema; readonly trajectory: Schema };
  /** Says nothing of a value. */
  readonly anything: Schema;
  /** All there are, by id. */
  readonly all: readonly Schema[];
  readonly names: Names;
  readonly grammar: SchemaGrammar;
}

/** The property names that the shape of a document hangs on, read from the schemas. */
export interface Names {
  /** The array of groups in a request. */
  readonly groups: string;
  /** The array of trajectories in a group. */
  readonly trajectories: string;
  /** The conversation of a trajectory. */
  readonly messages: string;
  readonly split: string;
  readonly modelId: string;
  /** The training config in a training job request. */
  readonly config: string;
}

/** The parser's view of the schemas: numbers instead of names. */
export interface SchemaGrammar extends Grammar {
  /** The same for JSON Lines, where each value of the root is a trajectory group, or a trajectory. */
  readonly lines: Grammar;
  /** The schema of a property by the number of its key; null when nothing is said of it. */
  property(schema: Schema, key: number): Schema | null;
}

/** Properties of which is known what they usually are: companions, and what is in these. */
export function usualProperties({ companionValues, usual }: Schema): ReadonlyMap<string, Schema> {
  return usual === null ? companionValues : usual.properties;
}

/** What is known of the items of an array, documented or usual; null where nothing is. */
export function itemsOf({ items, usual }: Schema): Schema | null {
  return items ?? usual?.items ?? null;
}
