import type { PathSegment } from '../../syntax/nodes/path';
import { contentRange } from '../../syntax/tree/contentRange';
import { Kind } from '../../syntax/tree/nodeKind';
import type { Range } from '../../text/range';
import type { Text } from '../../text/text';
import type { Work } from '../../work';
import { memberCalled } from '../reading/members';
import { type Message, textOfPart } from '../reading/messages';
import { decodedLength, decodedSlice, nameIn } from '../reading/strings';
import { countIn, itemsOf, type Value } from '../reading/values';
import { type CutText, cutText, formOf } from './texts';

/** A part of a message's content. */
export type ContentPart =
  | { readonly type: 'text'; readonly text: CutText }
  | { readonly type: 'image'; readonly url: CutText; readonly description: string }
  | { readonly type: 'json'; readonly text: CutText };

/** The content and reasoning of a message. */
export interface Content {
  readonly content: readonly ContentPart[];
  readonly partsLeftOut: number;
  readonly reasoning: CutText | null;
}

/** Maximum parts of a content to send. */
const maxParts = 50;
/** Maximum code units of an image's data URL; shorter ones are sent with the page. */
const maxImageLength = 1_000_000;
const maxInlineImageLength = 100_000;
/** Code units to search for the end of reasoning. */
const maxReasoningLength = 2_000_000;

/** Content and reasoning of a message; `path` leads from the trajectory to it. JSON in a tool result is laid out. */
export function* contentOf(
  text: Text,
  message: Message,
  { path, names, isResult }: ContentContext & { readonly isResult: boolean },
): Work<Content> {
  const thought = yield* reasoningOf(text, message, { path, names });
  const { content } = message;
  const here = [...path, names.content];
  if (content === null) return { content: [], partsLeftOut: 0, reasoning: thought };
  if (content.kind === Kind.string) {
    const { said, reasoning } = isResult
      ? { said: yield* resultIn(text, content, here), reasoning: null }
      : yield* spokenIn(text, content, { path: here, mayThink: thought === null });
    return {
      content: said === null ? [] : [{ type: 'text', text: said }],
      partsLeftOut: 0,
      reasoning: thought ?? reasoning,
    };
  }
  if (content.kind !== Kind.array) {
    return { content: [yield* jsonPart(text, content, here)], partsLeftOut: 0, reasoning: thought };
  }
  const parts: ContentPart[] = [];
  for (const [i, item] of itemsOf(content, 0, maxParts).entries())
    parts.push(yield* partOf(text, item, { path: [...here, i], isResult }));
  return { content: parts, partsLeftOut: countIn(content) - parts.length, reasoning: thought };
}

/** The content of an item that should be a message, but is no object: the item itself. */
export function* notAMessage(text: Text, item: Value, path: readonly PathSegment[]): Work<Content> {
  return { content: [yield* jsonPart(text, item, path)], partsLeftOut: 0, reasoning: null };
}

/** The path of a message, and the names of its members. */
interface ContentContext {
  readonly path: readonly PathSegment[];
  readonly names: ContentNames;
}

export interface ContentNames {
  readonly content: string;
  readonly reasoningContent: string;
  readonly reasoning: string;
}

/** Reasoning in a property of its own. */
function* reasoningOf(text: Text, message: Message, { path, names }: ContentContext): Work<CutText | null> {
  const value = reasoningIn(text, message);
  if (value === null) return null;
  const name = value === message.reasoningContent ? names.reasoningContent : names.reasoning;
  return yield* cutText(text, value, { path: [...path, name], form: 'decoded' });
}

/** The property that holds the reasoning: of two, the first that is not empty. */
export function reasoningIn(text: Text, { reasoningContent, reasoning }: Message): Value | null {
  if (isSaid(text, reasoningContent)) return reasoningContent;
  return isSaid(text, reasoning) ? reasoning : null;
}

function isSaid(text: Text, value: Value | null): boolean {
  if (value?.kind !== Kind.string) return false;
  const { from, to } = contentRange(text, value);
  return from < to;
}

/** Splits a string that begins with reasoning in `<think>…</think>`, unless the message has it elsewhere. */
function* spokenIn(
  text: Text,
  content: Value,
  { path, mayThink }: { readonly path: readonly PathSegment[]; readonly mayThink: boolean },
): Work<{ readonly said: CutText | null; readonly reasoning: CutText | null }> {
  const form = 'decoded';
  const whole = yield* cutText(text, content, { path, form });
  const start = mayThink ? /^\s*<think>\s*/.exec(whole.text)?.[0].length : undefined;
  if (start === undefined) return { said: whole.length === 0 ? null : whole, reasoning: null };
  const { text: all } = yield* decodedSlice(text, content, { from: 0, to: maxReasoningLength });
  const end = all.indexOf('</think>', start);
  // A message cut off in its reasoning has no text.
  const thought: Range = { from: start, to: end < 0 ? whole.length : end };
  const inside = yield* cutText(text, content, { path, form, within: thought });
  const reasoning = inside.length <= 0 ? null : inside;
  if (end < 0) return { said: null, reasoning };
  const behind = end + '</think>'.length;
  const from = behind + /^\s*/.exec(all.slice(behind))![0].length;
  const said = yield* cutText(text, content, { path, form, within: { from, to: whole.length } });
  return { said: said.length <= 0 ? null : said, reasoning };
}

/** The text of a tool result; null if empty. */
function* resultIn(text: Text, content: Value, path: readonly PathSegment[]): Work<CutText | null> {
  const said = yield* cutText(text, content, { path, form: yield* formOf(text, content, true) });
  return said.length === 0 ? null : said;
}

function* partOf(
  text: Text,
  item: Value,
  { path, isResult }: { readonly path: readonly PathSegment[]; readonly isResult: boolean },
): Work<ContentPart> {
  const said = textOfPart(text, item);
  if (said !== null) {
    const textPath = said === item ? path : [...path, 'text'];
    const form = yield* formOf(text, said, isResult);
    return { type: 'text', text: yield* cutText(text, said, { path: textPath, form }) };
  }
  const image = imageIn(text, item);
  if (image === null) return yield* jsonPart(text, item, path);
  const { value, path: pathOfImage, type, length } = image;
  const where: CutText = { text: '', from: 0, length, path: [...path, ...pathOfImage], form: 'decoded' };
  const all =
    length > maxInlineImageLength ? '' : (yield* decodedSlice(text, value, { from: 0, to: length })).text;
  const size = `${Math.ceil((length * 3) / 4000).toLocaleString('en')} KB`;
  return { type: 'image', url: { ...where, text: all }, description: `${type}, ${size}` };
}

/** An image in a content part, as a data URL. */
interface Image {
  readonly value: Value;
  readonly path: readonly PathSegment[];
  readonly type: string;
  readonly length: number;
}

/** Chat formats put the URL under `image_url`, or into an object there. */
export function imageIn(text: Text, item: Value): Image | null {
  const outer = memberCalled(text, item, 'image_url');
  const inner = outer?.kind === Kind.object ? memberCalled(text, outer, 'url') : null;
  const value = inner ?? outer;
  if (value?.kind !== Kind.string) return null;
  const type = /^data:(image\/[a-z0-9.+-]{1,40})[;,]/i.exec(nameIn(text, value, 60) ?? '')?.[1];
  if (type === undefined) return null;
  const length = decodedLength(text, value);
  if (length > maxImageLength) return null;
  return { value, path: inner === null ? ['image_url'] : ['image_url', 'url'], type, length };
}

function* jsonPart(text: Text, value: Value, path: readonly PathSegment[]): Work<ContentPart> {
  const form = yield* formOf(text, value);
  return { type: 'json', text: yield* cutText(text, value, { path, form }) };
}
