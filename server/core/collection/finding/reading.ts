import type { Document } from '../../document';
import { companion } from '../../schema/partNames';
import { Kind } from '../../syntax/tree/nodeKind';
import type { Work } from '../../work';
import { trajectoryAt } from '../lookup';
import { collectionFields } from '../reading/fields';
import { messageIn, type TextAndSchemas } from '../reading/messages';
import { pick } from '../reading/pick';
import { nameIn } from '../reading/strings';
import { itemsOf, type Value, valueOfNode } from '../reading/values';
import { textsOf } from './messageTexts';
import { type Piece, pieceAt } from './pieces';

/** Where a search continues: in a text of a message, `offset` code units of source after the start of its value. */
export interface Cursor {
  readonly trajectory: number;
  readonly message: number;
  readonly text: number;
  readonly offset: number;
}

/** A piece of a message's text. `place` is where it begins. */
export interface PlacedPiece extends Piece {
  readonly place: Cursor;
  readonly role: string | null;
}

/** Which texts to read: from a cursor up to a trajectory, of all roles or of one. */
export interface Extent {
  readonly from: Cursor;
  readonly to: number;
  readonly role: string | null;
  /** Code units of source after which reading stops, by `costOf`. The last text may exceed it. */
  readonly maxLength: number;
}

/** The next texts to search, and where the search then continues; null at the end. */
export interface ReadTexts {
  readonly pieces: readonly PlacedPiece[];
  readonly next: Cursor | null;
}

/** Messages after which reading stops. */
const maxMessages = 10_000;
/** Messages read at once. */
const chunk = 100;

/** Reads the next texts. */
export function* readTexts(document: Document, { from, to, role, maxLength }: Extent): Work<ReadTexts> {
  const pieces: PlacedPiece[] = [];
  const room = { length: maxLength, messages: maxMessages };
  let at = from;
  while (at.trajectory < to) {
    // There may be a hundred thousand trajectories without messages.
    yield;
    const located = yield* trajectoryAt(document, at.trajectory);
    if (located === null) return { pieces, next: null };
    const next = yield* readTrajectory(document, valueOfNode(located.node), { at, role, room, pieces });
    if (next !== null) return { pieces, next };
    at = startOf(at.trajectory + 1);
  }
  return { pieces, next: null };
}

/** Code units that a short piece counts as: there may be millions of them, and each has a path. */
const leastCost = 50;

/** The length of a piece, or what it costs if that is more. */
export function costOf({ raw }: Piece): number {
  return Math.max(raw.length, leastCost);
}

/** The cursor before the first text of a trajectory, or of one of its messages. */
export function startOf(trajectory: number, message = 0): Cursor {
  return { trajectory, message, text: 0, offset: 0 };
}

interface Reading {
  readonly at: Cursor;
  readonly role: string | null;
  /** What may still be read. */
  readonly room: { length: number; messages: number };
  /** Receives what is read. */
  readonly pieces: PlacedPiece[];
}

/** Reads the texts of a trajectory from a cursor on; null if all fit. */
function* readTrajectory(document: Document, trajectory: Value, reading: Reading): Work<Cursor | null> {
  const { schemas } = document.engine;
  const [messages = null] = pick(trajectory, collectionFields(schemas).trajectory);
  if (messages?.kind !== Kind.array) return null;
  const { room } = reading;
  let { at } = reading;
  for (;;) {
    const items = itemsOf(messages, at.message, chunk);
    for (const item of items) {
      if (room.length <= 0 || room.messages-- <= 0) return at;
      const next = yield* readMessage({ text: document.text, schemas }, item, { ...reading, at });
      if (next !== null) return next;
      at = startOf(at.trajectory, at.message + 1);
    }
    yield;
    if (items.length < chunk) return null;
  }
}

function* readMessage(
  source: TextAndSchemas,
  item: Value,
  { at, role, room, pieces }: Reading,
): Work<Cursor | null> {
  const { text, schemas } = source;
  const message = messageIn(collectionFields(schemas), item);
  const own = nameIn(text, message.role);
  if (role !== null && own !== role) return null;
  const path = [schemas.names.messages, at.message, ...(message.isChoice ? [companion.message] : [])];
  let index = -1;
  for (const found of textsOf(source, message, path)) {
    index++;
    if (index < at.text) continue;
    const place = { ...at, text: index, offset: index === at.text ? at.offset : 0 };
    if (room.length <= 0) return place;
    const piece = yield* pieceAt(text, found, place.offset);
    room.length -= costOf(piece);
    pieces.push({ ...piece, place, role: own });
    // The search knows where the next piece begins: behind the last match.
    if (!piece.isLast) return place;
    yield;
  }
  return null;
}
