import type { Grammar } from '../syntax/tree/context';

/** What the interface documents about a value. Titles and descriptions are plain text. */
export interface Schema {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  /** The documented type; null if there is none. */
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
  /** The only values that the interface names; empty if it names none. */
  readonly documentedValues: readonly string[];
  /** Whether null is so common here that it is not reported. */
  readonly isCommonlyNull: boolean;
  /** Whether it is an object whose short values are labels: they tell trajectories apart. */
  readonly hasLabels: boolean;
  /** Undocumented keys that chat formats commonly carry, and their description. */
  readonly companions: ReadonlySet<string>;
  readonly companionDescription: string;
  /** The usual values of some companions. */
  readonly companionValues: ReadonlyMap<string, Schema>;
  /** For an undocumented value, its usual form. */
  readonly usual: Usual | null;
  /** Other names that people use for this property. */
  readonly otherNames: readonly string[];
  /** What it describes, if that is an item of one of a document's arrays, or a training config. */
  readonly level: 'group' | 'trajectory' | 'message' | 'config' | null;
  /** The schema whose properties are put here by mistake: the object around the array of an item, the config of a training job. */
  readonly mistakenFor: Schema | null;
  /** For a line of a document, what the other lines contain. */
  readonly line: Line | null;
}

/** The usual form of an undocumented value: a deviation is never an error. */
export interface Usual {
  readonly type: SchemaType;
  readonly properties: ReadonlyMap<string, Schema>;
  readonly items: Schema | null;
}

/** What the lines of a document contain, and the names that tell them apart. */
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
  /** The same for a line of a document whose lines are known to be groups, or trajectories. */
  readonly lines: { readonly group: Schema; readonly trajectory: Schema };
  /** Documents nothing. */
  readonly anything: Schema;
  /** All schemas, by id. */
  readonly all: readonly Schema[];
  readonly names: Names;
  readonly grammar: SchemaGrammar;
}

/** Property names that decide the shape of a document, read from the schemas. */
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
  /** The schema of a property by the number of its key; null if there is none. */
  property(schema: Schema, key: number): Schema | null;
}

/** Properties whose usual form is known: companions, and the properties of these. */
export function usualProperties({ companionValues, usual }: Schema): ReadonlyMap<string, Schema> {
  return usual === null ? companionValues : usual.properties;
}

/** The schema of an array's items, documented or usual; null if there is none. */
export function itemsOf({ items, usual }: Schema): Schema | null {
  return items ?? usual?.items ?? null;
}
