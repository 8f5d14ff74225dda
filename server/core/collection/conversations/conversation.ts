import type { Document } from '../../document';
import type { Problem } from '../../schema/problem';
import type { Node } from '../../syntax/nodes/node';
import { Kind } from '../../syntax/tree/nodeKind';
import type { Part } from '../../syntax/tree/tree';
import type { Work } from '../../work';
import { trajectoryAt } from '../lookup';
import { collectionFields } from '../reading/fields';
import type { TextAndSchemas } from '../reading/messages';
import { type Pairing, pairCalls } from '../reading/pairing';
import { pick } from '../reading/pick';
import { countIn, itemsOf, type Value, valueOfNode } from '../reading/values';
import { sumOfMessages } from '../summaries/messageSums';
import { type Card, cardOf } from './cards';
import { type FoundProblem, problemsBetween } from './problems';
import { type Section, sectionsOf } from './sections';

/** A page of a conversation: messages of one trajectory, and its other data. */
export interface Page {
  readonly group: number;
  readonly member: number;
  /** Offset of the trajectory in the document. */
  readonly start: number;
  readonly total: number;
  readonly from: number;
  readonly messages: readonly Card[];
  readonly sections: readonly Section[];
  readonly sectionsLeftOut: number;
}

/** A page with the problems of its messages, and of the trajectory outside of messages. */
export interface CheckedPage extends Page {
  readonly messages: readonly (Card & { readonly problems: readonly FoundProblem[] })[];
  readonly problems: readonly FoundProblem[];
}

/** Maximum messages of a page, and its approximate maximum size in code units of JSON. */
const maxMessages = 200;
const maxPageLength = 900_000;

/** Pairings of conversations in large arrays; they depend only on the text. */
const known = new WeakMap<Part, Pairing>();

/** Finds the hints of a trajectory, in any order. */
export type HintsOf = (document: Document, trajectory: Node) => Work<readonly Problem[]>;

/** What is wanted of a conversation. */
export interface PageOptions {
  readonly trajectory: number;
  readonly from: number;
  readonly count: number;
}

/** A page, and where it is in the tree. */
interface Placed {
  readonly page: Page;
  readonly node: Node;
  readonly trajectory: Value;
  readonly messages: Value | null;
  /** The messages of the page, and the one after them. */
  readonly items: readonly Value[];
  readonly next: Value | undefined;
}

/** A page of a trajectory's conversation; null if there is no such trajectory. It may be shorter than requested. */
export function* pageOf(document: Document, options: PageOptions): Work<Page | null> {
  return (yield* placedPage(document, options))?.page ?? null;
}

/** The same with problems; `hintsOf` is null if no hints are wanted. */
export function* checkedPageOf(
  document: Document,
  options: PageOptions,
  hintsOf: HintsOf | null,
): Work<CheckedPage | null> {
  const placed = yield* placedPage(document, options);
  if (placed === null) return null;
  const { page, node } = placed;
  const hints = hintsOf === null ? [] : yield* hintsOf(document, node);
  const { ofMessages, others } = yield* problemsOf(document, { ...placed, hints });
  return {
    ...page,
    messages: page.messages.map((card, i) => ({ ...card, problems: ofMessages[i]! })),
    problems: others,
  };
}

function* placedPage(
  document: Document,
  { trajectory: number, from, count }: PageOptions,
): Work<Placed | null> {
  const located = yield* trajectoryAt(document, number);
  if (located === null) return null;
  const source: TextAndSchemas = { text: document.text, schemas: document.engine.schemas };
  const trajectory = valueOfNode(located.node);
  const [first = null] = pick(trajectory, collectionFields(source.schemas).trajectory);
  const messages = first?.kind === Kind.array ? first : null;
  const total = messages === null ? 0 : countIn(messages);
  const { sections, leftOut: sectionsLeftOut } = yield* sectionsOf(source, trajectory);
  const wanted = Math.min(count, maxMessages);
  // Read one more, to know where the last one ends.
  const items = messages === null ? [] : itemsOf(messages, from, wanted + 1);
  const room = maxPageLength - JSON.stringify(sections).length;
  const cards = yield* cardsOf(source, items.slice(0, wanted), {
    from,
    room,
    pairing: yield* pairingOf(source, messages),
  });
  const local = { ...located, trajectory: number };
  const { group, member } = document.placeOf?.(local) ?? local;
  const { from: start } = trajectory;
  return {
    page: { group, member, start, total, from, messages: cards, sections, sectionsLeftOut },
    node: located.node,
    trajectory,
    messages,
    items: items.slice(0, cards.length),
    next: items[cards.length],
  };
}

function* pairingOf(source: TextAndSchemas, messages: Value | null): Work<Pairing> {
  const part = messages !== null && messages.row < 0 ? messages.part : null;
  const remembered = part === null ? undefined : known.get(part);
  if (remembered !== undefined) return remembered;
  const pairing = yield* pairCalls((yield* sumOfMessages(source, messages)).turns ?? []);
  if (part !== null) known.set(part, pairing);
  return pairing;
}

/** Cards of as many messages as fit; at least one. */
function* cardsOf(
  source: TextAndSchemas,
  items: readonly Value[],
  { from, room, pairing }: { readonly from: number; readonly room: number; readonly pairing: Pairing },
): Work<Card[]> {
  const cards: Card[] = [];
  let used = 0;
  for (const [i, item] of items.entries()) {
    const card = yield* cardOf(source, item, { index: from + i, pairing });
    used += JSON.stringify(card).length;
    if (used > room && cards.length > 0) break;
    cards.push(card);
    yield;
  }
  return cards;
}

/** Problems of the messages of a page, and those of the trajectory outside of messages. */
function* problemsOf(
  document: Document,
  { messages, items, next, ...about }: Placed & { readonly hints: readonly Problem[] },
): Work<{ readonly ofMessages: FoundProblem[][]; readonly others: FoundProblem[] }> {
  const ofMessages: FoundProblem[][] = items.map(() => []);
  const end = about.trajectory.to;
  if (messages === null)
    return { ofMessages, others: yield* problemsBetween(document, about, { from: 0, to: end }) };
  const start = itemsOf(messages, 0, 1)[0]?.from ?? messages.to;
  const others = [
    ...(yield* problemsBetween(document, about, { from: 0, to: start - 1 })),
    ...(yield* problemsBetween(document, about, { from: messages.to, to: end })),
  ];
  const [first] = items;
  if (first === undefined) return { ofMessages, others };
  const range = { from: first.from, to: (next?.from ?? messages.to) - 1 };
  let message = 0;
  for (const problem of yield* problemsBetween(document, about, range)) {
    while (items[message + 1] !== undefined && items[message + 1]!.from <= problem.from) message++;
    ofMessages[message]!.push(problem);
  }
  return { ofMessages: ofMessages.map(fewOf), others: fewOf(others) };
}

/** Maximum problems per message, and for the rest of a trajectory. */
const maxProblems = 20;

function fewOf(problems: readonly FoundProblem[]): FoundProblem[] {
  if (problems.length <= maxProblems) return [...problems];
  const rest = problems.length - maxProblems + 1;
  const message = `${rest.toLocaleString('en')} more problems here are not listed.`;
  const { from, to } = problems[maxProblems - 1]!;
  const notice: FoundProblem = { from, to, severity: 'information', message };
  return [...problems.slice(0, maxProblems - 1), notice];
}
