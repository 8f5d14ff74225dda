import { schemaAt } from '../../schema/at';
import type { Schema } from '../../schema/schema';
import { Kind } from '../../syntax/nodeKind';
import { decodeString } from '../../syntax/nodes';
import { Flag } from '../../syntax/token';
import { mentionedHere } from './completeMentions';
import type { Completions } from './completion';
import { documentationOf } from './documentation';
import { fitting } from './fitting';
import { type Offered, offer, type Place, typedAt, writingAt } from './offer';
import { type Seen, seenValues } from './seen';
import { escapeSnippet, utcNow, valueSnippet } from './snippets';

/** Values of a property: what the interface names or suggests, what is at hand, and what stands elsewhere. */
export function completeValues(place: Place): Completions {
  const { document, slot } = place;
  const owner = schemaAt(document, slot.container);
  const schema = owner?.properties?.get(slot.name ?? '') ?? null;
  const documentation = schema === null ? undefined : documentationOf(schema);
  const typed = typedAt(place);
  const mentioned = fitting(mentionedHere(place, owner), typed, ({ name }) => JSON.stringify(name));
  const seen = fitting(seenElsewhere(schema, place), typed, ({ text }) => text);
  const all = [
    ...(schema === null ? [] : valuesOf(schema, place)),
    ...mentioned.kept.map(({ name, detail }) => string(name, detail)),
    ...seen.kept.map(inUse),
  ];
  const labels = new Set<string>();
  const once = all.filter(({ label }) => !labels.has(label) && labels.add(label));
  const items = once.map((offered, rank) => offer(place, rank, { documentation, ...offered }));
  return { items, isCut: mentioned.isCut || seen.isCut };
}

function valuesOf(schema: Schema, place: Place): Offered[] {
  const { context, slot } = place;
  if (schema.type === 'boolean') return ['true', 'false'].map((value) => literal(value));
  if (schema.format === 'date-time') return [string(utcNow(context.now), 'now, in UTC')];
  if (schema.format === 'uuid') return context.recentModelIds.map((id) => string(id, 'used recently'));
  if (schema.type === 'string') {
    const documented = new Set(schema.documentedValues);
    return schema.examples.map((value) => string(value, documented.has(value) ? 'documented' : 'suggestion'));
  }
  const isContainer = schema.type === 'object' || schema.type === 'array';
  if (!isContainer || slot.quote !== '') return [];
  const label = schema.type === 'object' ? '{ … }' : '[ … ]';
  const snippet = valueSnippet(schema, writingAt(place));
  return [{ label, typed: '', kind: 'snippet', snippet, detail: schema.title }];
}

/** Names, kinds and labels recur, and so do some numbers; long texts, times and what was measured do not. */
function seenElsewhere(schema: Schema | null, { document, slot }: Place): Seen[] {
  if (slot.name === null || schema?.format != null || schema?.isCommonlyNull === true) return [];
  const seen = seenValues(document, slot.container, slot.name);
  if (schema === null) return seen;
  if (schema.type === 'number') return seen.filter(({ kind, count }) => kind === Kind.number && count > 1);
  const isString = schema.type === 'string';
  return seen.filter(({ kind, text }) => isString && kind === Kind.string && !/\s/.test(text));
}

function inUse({ kind, text, where }: Seen): Offered {
  return kind === Kind.string ? string(decodeString(text, Flag.escapes), where) : literal(text, where);
}

function string(value: string, detail: string): Offered {
  const label = JSON.stringify(value);
  return { label, typed: value, kind: 'value', snippet: escapeSnippet(label), detail };
}

function literal(value: string, detail?: string): Offered {
  return { label: value, kind: 'value', snippet: value, detail };
}
