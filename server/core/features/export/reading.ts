import type { Card } from '../../collection/conversations/cards';
import { pageOf } from '../../collection/conversations/conversation';
import { type CutText, textSlice, valueAtPath } from '../../collection/conversations/texts';
import { trajectoryAt } from '../../collection/lookup';
import { collectionFields } from '../../collection/reading/fields';
import { pick } from '../../collection/reading/pick';
import { nameIn } from '../../collection/reading/strings';
import { valueOfNode } from '../../collection/reading/values';
import type { Document } from '../../document';
import type { Node } from '../../syntax/nodes/node';
import { wholePairs } from '../../text/pairs';
import { sliceText } from '../../text/text';
import type { Work } from '../../work';

/** A text of a message, and how many of its code units are left out at the end. */
export interface ExportedText {
  readonly text: string;
  readonly leftOut: number;
  readonly isJson: boolean;
}

export type ExportedPart =
  | { readonly type: 'text'; readonly text: ExportedText }
  /** An embedded image: a `data:` URL. */
  | { readonly type: 'image'; readonly url: string; readonly description: string };

export interface ExportedCall {
  readonly name: string | null;
  readonly id: string | null;
  readonly arguments: ExportedText | null;
  readonly answeredBy: number | null;
}

/** A message as it is exported. */
export interface ExportedMessage
  extends Pick<Card, 'index' | 'role' | 'name' | 'isChoice' | 'finishReason' | 'leftOut' | 'answers'> {
  readonly reasoning: ExportedText | null;
  readonly parts: readonly ExportedPart[];
  readonly calls: readonly ExportedCall[];
}

/** Messages of a trajectory, and its other data. */
export interface ExportedPage {
  readonly group: number;
  readonly member: number;
  readonly total: number;
  /** As written in the document; null if absent. */
  readonly reward: string | null;
  readonly startTime: string | null;
  readonly sections: readonly { readonly name: string; readonly text: ExportedText }[];
  readonly sectionsLeftOut: number;
  readonly messages: readonly ExportedMessage[];
  /** The first message after these; null if there is none. */
  readonly next: number | null;
}

/** Maximum code units of a message's texts, and of the other data of a trajectory. What is beyond is counted. */
const maxMessageLength = 250_000;
/** Messages read at once. They have some thousand characters each. */
const pageSize = 12;
/** Maximum code units of a reward, and of a start time. */
const maxFactLength = 100;

/** The messages of a trajectory from one on, with all of their texts; null if there is no such trajectory. */
export function* exportedPage(
  document: Document,
  trajectory: number,
  { from, count = pageSize }: { readonly from: number; readonly count?: number },
): Work<ExportedPage | null> {
  const located = yield* trajectoryAt(document, trajectory);
  const page = yield* pageOf(document, { trajectory, from, count });
  if (page === null || located === null) return null;
  const { node } = located;
  const messages: ExportedMessage[] = [];
  let length = 0;
  for (const card of page.messages) {
    const room = { left: maxMessageLength };
    messages.push(yield* exportedMessage(document, node, { card, room }));
    length += maxMessageLength - room.left;
    if (length >= maxMessageLength) break;
  }
  const { text, engine } = document;
  const [, reward = null, start = null] = pick(
    valueOfNode(node),
    collectionFields(engine.schemas).trajectory,
  );
  const room = { left: maxMessageLength };
  const sections: { name: string; text: ExportedText }[] = [];
  for (const section of from === 0 ? page.sections : [])
    sections.push({
      name: section.name,
      text: yield* wholeText(document, node, { cut: section.text, room }),
    });
  const end = from + messages.length;
  return {
    ...{ group: page.group, member: page.member, total: page.total },
    reward: reward && sliceText(text, reward.from, Math.min(reward.to, reward.from + maxFactLength)),
    startTime: start && nameIn(text, start, maxFactLength),
    ...{ sections, sectionsLeftOut: page.sectionsLeftOut, messages },
    next: messages.length > 0 && end < page.total ? end : null,
  };
}

/** Code units that may still be read. */
interface Room {
  left: number;
}

function* exportedMessage(
  document: Document,
  node: Node,
  { card, room }: { readonly card: Card; readonly room: Room },
): Work<ExportedMessage> {
  const read = (cut: CutText) => wholeText(document, node, { cut, room });
  const { index, role, name, isChoice, finishReason, leftOut, answers } = card;
  const reasoning = card.reasoning && (yield* read(card.reasoning));
  const parts: ExportedPart[] = [];
  for (const part of card.content) {
    if (part.type !== 'image') parts.push({ type: 'text', text: yield* read(part.text) });
    else {
      // An image in part is none: it has room of its own.
      const { text } = yield* wholeText(document, node, { cut: part.url, room: { left: part.url.length } });
      parts.push({ type: 'image', url: text, description: part.description });
    }
  }
  const calls: ExportedCall[] = [];
  for (const call of card.calls)
    calls.push({ ...call, arguments: call.arguments && (yield* read(call.arguments)) });
  return { index, role, name, isChoice, finishReason, leftOut, answers, reasoning, parts, calls };
}

/** A text that is shown cut, as far as there is room. */
function* wholeText(
  { text }: Document,
  node: Node,
  { cut, room }: { readonly cut: CutText; readonly room: Room },
): Work<ExportedText> {
  const { form, from, length, path } = cut;
  const wanted = Math.min(length, room.left);
  let found = wholePairs(cut.text.slice(0, wanted));
  if (cut.text.length < wanted) {
    const value = valueAtPath(text, node, path);
    if (value !== null) found = (yield* textSlice(text, value, { form, from, to: from + wanted })).text;
  }
  room.left -= found.length;
  return { text: found, leftOut: length - found.length, isJson: form !== 'decoded' };
}
