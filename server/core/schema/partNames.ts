import type { Schema, Schemas } from './schema';

/** Names of properties inside a trajectory, read from the schemas by what they document. */
export interface PartNames {
  readonly role: string;
  readonly content: string;
  /** Of a message. */
  readonly messageName: string;
  readonly tools: string;
  /** The function of a tool, and the function's name and parameters. */
  readonly function: string;
  readonly functionName: string;
  readonly parameters: string;
}

/**
 * Properties of a message that chat formats commonly carry. The interface does not document them; the schemas list them
 * as companions, without their meaning.
 */
export const companion = {
  /** The calls of a message: each has an `id` and the called function. */
  toolCalls: 'tool_calls',
  callId: 'id',
  /** In the message with a call's result: the `id` of the call. */
  resultId: 'tool_call_id',
  /** The older form of a call, without an id. */
  functionCall: 'function_call',
  /** Inside the called function. */
  callArguments: 'arguments',
  /** The message of a choice, its finish reason, and the log probabilities of its tokens. */
  message: 'message',
  finishReason: 'finish_reason',
  logprobs: 'logprobs',
  /** The model's reasoning before its answer. */
  reasoningContent: 'reasoning_content',
  reasoning: 'reasoning',
} as const;

export function partNames(schemas: Schemas): PartNames {
  let names = known.get(schemas);
  if (names === undefined) {
    names = readNames(schemas);
    known.set(schemas, names);
  }
  return names;
}

/** Cache: the names depend on the schemas alone. */
const known = new WeakMap<Schemas, PartNames>();

function readNames({ trajectory, names }: Schemas): PartNames {
  const message = trajectory.properties!.get(names.messages)!.items!;
  const [role, content, messageName] = [
    nameOf(message, ({ examples }) => examples.length > 0),
    nameOf(message, ({ isCommonlyNull }) => isCommonlyNull),
    nameOf(message, ({ examples, isCommonlyNull }) => examples.length === 0 && !isCommonlyNull),
  ];
  const hasParts = (schema: Schema): boolean => schema.properties !== null;
  const isTools = ({ items }: Schema): boolean => [...(items?.properties?.values() ?? [])].some(hasParts);
  const tools = nameOf(trajectory, isTools);
  const tool = trajectory.properties!.get(tools)!.items!;
  const called = nameOf(tool, hasParts);
  const functionName = nameOf(tool.properties!.get(called)!, ({ type }) => type === 'string');
  const parameters = nameOf(tool.properties!.get(called)!, ({ type }) => type === 'object');
  return { role, content, messageName, tools, function: called, functionName, parameters };
}

/** The name of the first documented property that matches. */
function nameOf(schema: Schema, isIt: (property: Schema) => boolean): string {
  return [...schema.properties!].find(([, property]) => isIt(property))![0];
}
