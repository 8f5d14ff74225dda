import { companion, partNames } from '../../schema/partNames';
import type { PathSegment } from '../../syntax/nodes/path';
import { Kind } from '../../syntax/tree/nodeKind';
import { wholePairs } from '../../text/pairs';
import { sliceText, type Text } from '../../text/text';
import type { Work } from '../../work';
import { collectionFields } from '../reading/fields';
import { memberCalled } from '../reading/members';
import {
  type Call,
  callsOf,
  type Message,
  messageIn,
  resultOf,
  type TextAndSchemas,
} from '../reading/messages';
import type { CallIndex, Pairing } from '../reading/pairing';
import { maxNameLength, nameIn } from '../reading/strings';
import { countIn, type Value } from '../reading/values';
import { type ContentPart, contentOf, notAMessage } from './content';
import { type CutText, cutText, formOf } from './texts';
import { type TokenProbability, tokensOf } from './tokens';

/** A tool call as a card shows it. */
export interface ToolCall {
  readonly name: string | null;
  readonly id: string | null;
  readonly arguments: CutText | null;
  /** Index of the message that answers; null if none does. */
  readonly answeredBy: number | null;
}

/** A message or choice, as a card shows it. */
export interface Card {
  readonly index: number;
  readonly path: readonly PathSegment[];
  readonly isChoice: boolean;
  readonly role: string | null;
  readonly name: string | null;
  readonly content: readonly ContentPart[];
  readonly leftOut: { readonly parts: number; readonly calls: number; readonly tokens: number };
  readonly reasoning: CutText | null;
  readonly calls: readonly ToolCall[];
  readonly answers: CallIndex | null;
  readonly finishReason: string | null;
  readonly tokens: readonly TokenProbability[];
}

/** Maximum calls of a message to send. */
const maxCalls = 50;

/** Creates the card of a message. */
export function* cardOf(
  source: TextAndSchemas,
  item: Value,
  { index, pairing }: { readonly index: number; readonly pairing: Pairing },
): Work<Card> {
  const { text, schemas } = source;
  const { content, ...names } = partNames(schemas);
  const message = messageIn(collectionFields(schemas), item);
  const path = [schemas.names.messages, index];
  const inner = message.isChoice ? [...path, companion.message] : path;
  const isResult = resultOf(source, message) !== null;
  const said =
    item.kind === Kind.object
      ? yield* contentOf(text, message, { path: inner, names: { content, ...companion }, isResult })
      : yield* notAMessage(text, item, path);
  const calls: ToolCall[] = [];
  const all = callsOf(source, message);
  const answered = pairing.answeredBy.get(index);
  for (const [i, call] of all.slice(0, maxCalls).entries()) {
    const answeredBy = answered?.[i] ?? -1;
    calls.push({
      name: call.name,
      id: call.id,
      arguments: yield* argumentsOf(text, call, { path: inner, functionName: names.function }),
      answeredBy: answeredBy < 0 ? null : answeredBy,
    });
  }
  const { tokens, leftOut: tokensLeftOut } = tokensOf(text, message.logprobs);
  return {
    index,
    path,
    isChoice: message.isChoice,
    role: shown(text, message.role),
    name: shown(text, message.name),
    content: said.content,
    leftOut: { parts: said.partsLeftOut, calls: countOf(message, all) - calls.length, tokens: tokensLeftOut },
    reasoning: said.reasoning,
    calls,
    answers: pairing.answers.get(index) ?? null,
    finishReason: shown(text, message.finishReason),
    tokens,
  };
}

/** Number of calls of a message, including those not read. */
function countOf({ toolCalls, functionCall }: Message, seen: readonly Call[]): number {
  const listed = toolCalls?.kind === Kind.array ? countIn(toolCalls) : 0;
  return Math.max(seen.length, listed + (functionCall?.kind === Kind.object ? 1 : 0));
}

function* argumentsOf(
  text: Text,
  { called, isOlder, isInside, index }: Call,
  { path, functionName }: { readonly path: readonly PathSegment[]; readonly functionName: string },
): Work<CutText | null> {
  const value = memberCalled(text, called, companion.callArguments);
  if (value === null || value.kind === Kind.null) return null;
  const call = isOlder ? [companion.functionCall] : [companion.toolCalls, index];
  const inside = isInside ? [functionName] : [];
  const form = yield* formOf(text, value, true);
  return yield* cutText(text, value, { path: [...path, ...call, ...inside, companion.callArguments], form });
}

/** A short string decoded; any other value as written. */
function shown(text: Text, value: Value | null): string | null {
  if (value === null) return null;
  const name = nameIn(text, value);
  if (name !== null) return name;
  const raw = sliceText(text, value.from, Math.min(value.to, value.from + maxNameLength));
  return value.to - value.from > maxNameLength ? `${wholePairs(raw)}…` : raw;
}
