import { companion } from '../../schema/partNames';
import { Kind } from '../../syntax/tree/nodeKind';
import type { Work } from '../../work';
import { reasoningIn } from '../conversations/content';
import { formOf, textSlice } from '../conversations/texts';
import { collectionFields } from '../reading/fields';
import { memberCalled } from '../reading/members';
import { callsOf, messageIn, resultOf, type TextAndSchemas } from '../reading/messages';
import { nameIn } from '../reading/strings';
import { itemsOf, type Value } from '../reading/values';
import type { Codes } from '../summaries/rows';

/** What an alignment knows of a message. */
export interface Turn {
  readonly role: string | null;
  readonly isAssistant: boolean;
  /** A number for its role, text and calls. Ids of calls do not count: they differ between equal attempts. */
  readonly said: number;
  /** The names of its calls. */
  readonly calls: readonly string[];
}

/** The role of a policy's messages, as all chat formats have it. */
const assistant = 'assistant';
/** Code units of a value that count; of a longer one, also its length. */
const maxReadLength = 1_000_000;
/** Code units hashed between two yields. */
const maxStep = 100_000;

/** Reads the first messages of a trajectory. `codes` numbers what is said, the same for all trajectories compared. */
export function* turnsOf(
  source: TextAndSchemas,
  messages: Value | null,
  { codes, limit }: { readonly codes: Codes; readonly limit: number },
): Work<Turn[]> {
  const turns: Turn[] = [];
  const items = messages === null ? [] : itemsOf(messages, 0, limit);
  for (const item of items) {
    turns.push(yield* turnOf(source, item, codes));
    yield;
  }
  return turns;
}

function* turnOf(source: TextAndSchemas, item: Value, codes: Codes): Work<Turn> {
  const { text, schemas } = source;
  const message = messageIn(collectionFields(schemas), item);
  const role = nameIn(text, message.role);
  const hash = new Hash();
  hash.add(role ?? '');
  hash.add(nameIn(text, message.name) ?? '');
  const mayHoldJson = resultOf(source, message) !== null;
  const isMessage = item.kind === Kind.object;
  yield* addValue(source, isMessage ? message.content : item, { hash, mayHoldJson });
  yield* addValue(source, reasoningIn(text, message), { hash, mayHoldJson: false });
  const calls: string[] = [];
  for (const { name, called } of callsOf(source, message)) {
    calls.push(name ?? '');
    hash.add(name ?? '');
    yield* addValue(source, memberCalled(text, called, companion.callArguments), { hash, mayHoldJson: true });
  }
  const isAssistant = message.isChoice || role === assistant;
  return { role, isAssistant, said: codes.of(hash.text()), calls };
}

/** Adds a value as it is shown: a string decoded, JSON laid out, so that its white space does not count. */
function* addValue(
  { text }: TextAndSchemas,
  value: Value | null,
  { hash, mayHoldJson }: { readonly hash: Hash; readonly mayHoldJson: boolean },
): Work<void> {
  if (value === null) return hash.add('');
  const form = yield* formOf(text, value, mayHoldJson);
  const { text: shown, length } = yield* textSlice(text, value, { form, from: 0, to: maxReadLength });
  if (length > maxReadLength) hash.add(`${length}`);
  for (let at = 0; at < shown.length; at += maxStep) {
    hash.add(shown.slice(at, at + maxStep));
    yield;
  }
  if (shown === '') hash.add('');
}

/** A hash of 64 bits: equal texts have the same, and different ones in practice another. */
class Hash {
  private a = 0x811c9dc5;
  private b = 0x9747b28c;

  /** Adds a text. Its length separates it from the next. */
  add(text: string): void {
    let { a, b } = this;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      a = Math.imul(a ^ unit, 0x01000193);
      b = Math.imul(b ^ unit, 0x5bd1e995);
      b ^= b >>> 13;
    }
    this.a = Math.imul(a ^ text.length, 0x01000193);
    this.b = Math.imul(b ^ text.length, 0x5bd1e995);
  }

  text(): string {
    return `${this.a} ${this.b}`;
  }
}
