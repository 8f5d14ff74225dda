import { companion, partNames } from '../../schema/partNames';
import type { PathSegment } from '../../syntax/nodes/path';
import { Kind } from '../../syntax/tree/nodeKind';
import { imageIn } from '../conversations/content';
import { collectionFields } from '../reading/fields';
import { memberCalled } from '../reading/members';
import {
  type Call,
  callsOf,
  type Message,
  resultOf,
  type TextAndSchemas,
  textOfPart,
} from '../reading/messages';
import { pick } from '../reading/pick';
import { itemsOf, type Value } from '../reading/values';

/** A value of a message that people read: a string, or JSON. */
export interface MessageText {
  readonly value: Value;
  /** Path from the trajectory. */
  readonly path: readonly PathSegment[];
  /** Whether a string may hold JSON, which is then shown laid out. */
  readonly mayHoldJson: boolean;
}

/** Maximum parts of a content to search. */
const maxSearchedParts = 10_000;

/** The texts of a message in the order in which they are shown: reasoning, content, calls. Images are left out. */
export function* textsOf(
  source: TextAndSchemas,
  message: Message,
  path: readonly PathSegment[],
): Generator<MessageText> {
  const { content } = partNames(source.schemas);
  const { reasoningContent, reasoning } = message;
  if (reasoningContent !== null)
    yield { value: reasoningContent, path: [...path, companion.reasoningContent], mayHoldJson: false };
  if (reasoning !== null)
    yield { value: reasoning, path: [...path, companion.reasoning], mayHoldJson: false };
  const mayHoldJson = resultOf(source, message) !== null;
  if (message.content !== null)
    yield* contentTexts(source, message.content, { path: [...path, content], mayHoldJson });
  for (const call of callsOf(source, message)) yield* callTexts(source, call, path);
}

function* contentTexts(
  { text }: TextAndSchemas,
  content: Value,
  { path, mayHoldJson }: Omit<MessageText, 'value'>,
): Generator<MessageText> {
  if (content.kind !== Kind.array) return yield { value: content, path, mayHoldJson };
  for (const [i, item] of itemsOf(content, 0, maxSearchedParts).entries()) {
    const said = textOfPart(text, item);
    const here = [...path, i];
    if (said !== null) yield { value: said, path: said === item ? here : [...here, 'text'], mayHoldJson };
    else if (imageIn(text, item) === null) yield { value: item, path: here, mayHoldJson: false };
  }
}

/** The name of a call and its arguments. */
function* callTexts(
  { text, schemas }: TextAndSchemas,
  { called, isOlder, isInside, index }: Call,
  message: readonly PathSegment[],
): Generator<MessageText> {
  const names = partNames(schemas);
  const call = isOlder ? [companion.functionCall] : [companion.toolCalls, index];
  const path = [...message, ...call, ...(isInside ? [names.function] : [])];
  const [name = null] = pick(called, collectionFields(schemas).function);
  if (name !== null) yield { value: name, path: [...path, names.functionName], mayHoldJson: false };
  const given = memberCalled(text, called, companion.callArguments);
  if (given !== null && given.kind !== Kind.null)
    yield { value: given, path: [...path, companion.callArguments], mayHoldJson: true };
}
