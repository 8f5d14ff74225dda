import { schemaAt } from '../../schema/at';
import type { Schema } from '../../schema/schema';
import { decodeString } from '../../syntax/nodes';
import { Flag } from '../../syntax/token';
import { Kind } from '../../syntax/tree';
import { mentionedHere } from './completeMentions';
import type { Completion } from './completion';
import { type Offered, offer, type Place, writingAt } from './offer';
import { seenValues } from './seen';
import { escapeSnippet, utcNow, valueSnippet } from './snippets';

/** Values of a property: what the interface names or suggests, what is at hand, and what stands elsewhere. */
export function completeValues(place: Place): Completion[] {
  const { document, slot } = place;
  const owner = schemaAt(document, slot.container);
  const schema = owner?.properties?.get(slot.name ?? '') ?? null;
  const documentation = schema?.description;
  const all = [
    ...(schema === null ? [] : valuesOf(schema, place)),
    ...mentionedHere(place, owner).map(({ name, detail }) => string(name, detail)),
    ...seenElsewhere(schema, place),
  ];
  const labels = new Set<string>();
  const once = all.filter(({ label }) => !labels.has(label) && labels.add(label));
  return once.map((offered, rank) => offer(place, rank, { documentation, ...offered }));
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

/** Names, kinds and labels recur; long texts, numbers that were measured and times do not. */
function seenElsewhere(schema: Schema | null, { document, slot }: Place): Offered[] {
  const isName = schema?.type === 'string' && schema.format === null && !schema.isCommonlyNull;
  if (slot.name === null || (schema !== null && !isName)) return [];
  return seenValues(document, slot.container, slot.name)
    .filter(({ kind, text }) => schema === null || (kind === Kind.string && !/\s/.test(text)))
    .slice(0, mostSeen)
    .map(({ kind, text }) =>
      kind === Kind.string ? string(decodeString(text, Flag.escapes), inUse) : literal(text, inUse),
    );
}

const inUse = 'used in this document';
const mostSeen = 30;

function string(value: string, detail: string): Offered {
  const label = JSON.stringify(value);
  return { label, typed: value, kind: 'value', snippet: escapeSnippet(label), detail };
}

function literal(value: string, detail?: string): Offered {
  return { label: value, kind: 'value', snippet: value, detail };
}
