import type { Schema } from '../../schema/schema';
import { schemaAt } from '../../schema/schemaAt';
import { Flag } from '../../syntax/tokens/token';
import { Kind } from '../../syntax/tree/nodeKind';
import { decodeString } from '../../syntax/tree/strings';
import type { Work } from '../../work';
import { mentionedHere } from './completeMentions';
import type { Completions } from './completion';
import { documentationOf } from './documentation';
import { filterTyped } from './filterTyped';
import { examplesAt } from './nextRole';
import { type CompletionContext, type Offered, offer, typedAt, writingAt } from './offer';
import { type Seen, seenValues } from './seen';
import { escapeSnippet, utcNow, valueSnippet } from './snippets';

/**
 * Values of a property: those that the interface names or suggests, recent or computed ones, and those used elsewhere.
 */
export function* completeValues(context: CompletionContext): Work<Completions> {
  const { document, slot } = context;
  const owner = schemaAt(document, slot.container);
  const schema = owner?.properties?.get(slot.name ?? '') ?? null;
  const documentation = schema === null ? undefined : documentationOf(schema);
  const typed = typedAt(context);
  const mentioned = filterTyped(yield* mentionedHere(context, owner), typed, ({ name }) =>
    JSON.stringify(name),
  );
  const seen = filterTyped(seenElsewhere(schema, context), typed, ({ text }) => text);
  const all = [
    ...(schema === null ? [] : valuesOf(schema, context)),
    ...mentioned.kept.map(({ name, detail }) => string(name, detail)),
    ...seen.kept.map(inUse),
  ];
  const labels = new Set<string>();
  const once = all.filter(({ label }) => !labels.has(label) && labels.add(label));
  const items = once.map((offered, rank) => offer(context, rank, { documentation, ...offered }));
  return { items, isCut: mentioned.isCut || seen.isCut };
}

function valuesOf(schema: Schema, context: CompletionContext): Offered[] {
  const { options, slot } = context;
  if (schema.type === 'boolean') return ['true', 'false'].map((value) => literal(value));
  if (schema.format === 'date-time') return [string(utcNow(options.now), 'now, in UTC')];
  if (schema.format === 'uuid') return options.recentModelIds.map((id) => string(id, 'recently used'));
  if (schema.type === 'string') {
    const documented = new Set(schema.documentedValues);
    return examplesAt(context)(schema).map((value) =>
      string(value, documented.has(value) ? 'documented' : 'suggestion'),
    );
  }
  const isContainer = schema.type === 'object' || schema.type === 'array';
  if (!isContainer || slot.quote !== '') return [];
  const label = schema.type === 'object' ? '{ … }' : '[ … ]';
  const snippet = valueSnippet(schema, writingAt(context));
  // Not found by its bracket, or Enter after a typed one would insert it; without a text, editors compare the label.
  return [{ label, typed: schema.type, kind: 'snippet', snippet, detail: schema.title }];
}

/** Names, kinds, labels and some numbers recur; long texts, times and measurements do not. */
function seenElsewhere(schema: Schema | null, { document, slot }: CompletionContext): Seen[] {
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
