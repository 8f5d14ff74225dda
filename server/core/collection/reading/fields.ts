import { rewardName } from '../../schema/fields';
import { companion, partNames } from '../../schema/partNames';
import type { Schemas } from '../../schema/schema';
import { type Fields, fieldsOf } from './pick';

/** The members that a collection reads, by their numbers in the vocabulary. */
export interface CollectionFields {
  /** In a group: its trajectories. */
  readonly group: Fields;
  /** In a trajectory: messages, reward, start time, then the objects. */
  readonly trajectory: Fields;
  /** The names of these objects, whose numbers are columns, and which of them has labels. */
  readonly objects: readonly string[];
  readonly labels: string | undefined;
  /** In a message or choice, in the order of `MessageField`. */
  readonly message: Fields;
  /** In a call: `id`, the function. */
  readonly call: Fields;
  /** In a function: its name. */
  readonly function: Fields;
  /** Names of a trajectory's members that are shown in columns or in the conversation. */
  readonly shown: ReadonlySet<string>;
}

/** Indices of a message's or choice's members in its fields. */
export const MessageField = {
  message: 0,
  role: 1,
  content: 2,
  name: 3,
  toolCalls: 4,
  functionCall: 5,
  resultId: 6,
  finishReason: 7,
  logprobs: 8,
  reasoningContent: 9,
  reasoning: 10,
} as const;

export function collectionFields(schemas: Schemas): CollectionFields {
  let fields = known.get(schemas);
  if (fields === undefined) known.set(schemas, (fields = readFields(schemas)));
  return fields;
}

/** Cached: depends only on the schemas. */
const known = new WeakMap<Schemas, CollectionFields>();

function readFields(schemas: Schemas): CollectionFields {
  const { names, trajectory, grammar } = schemas;
  const parts = partNames(schemas);
  const of = (...members: readonly string[]): Fields => fieldsOf(grammar.vocabulary, members);
  const documented = [...trajectory.properties!];
  const start = documented.find(([, { format }]) => format === 'date-time')![0];
  const objects = documented.filter(([, { type }]) => type === 'object').map(([name]) => name);
  const messageNames = { ...companion, role: parts.role, content: parts.content, name: parts.messageName };
  return {
    group: of(names.trajectories),
    trajectory: of(names.messages, rewardName(schemas), start, ...objects),
    objects,
    labels: documented.find(([, { hasLabels }]) => hasLabels)?.[0],
    message: of(
      ...Object.keys(MessageField).map((field) => messageNames[field as keyof typeof MessageField]),
    ),
    call: of(companion.callId, parts.function),
    function: of(parts.functionName),
    shown: new Set([names.messages, rewardName(schemas), start]),
  };
}
