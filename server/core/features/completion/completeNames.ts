import type { Schema } from '../../schema/schema';
import { schemaAt } from '../../schema/schemaAt';
import { childrenOf } from '../../syntax/nodes/children';
import { Kind } from '../../syntax/tree/nodeKind';
import { keyName } from '../../syntax/tree/strings';
import type { Completions, Documentation } from './completion';
import { documentationOf, documentationOfCompanions } from './documentation';
import { filterTyped } from './filterTyped';
import { type CompletionContext, offer, typedAt, writingAt } from './offer';
import { type Seen, seenNames } from './seen';
import { escapeSnippet, valueSnippet } from './snippets';

/**
 * Property names that the object does not have yet: documented ones, those of similar objects in the document, and
 * those that chat formats carry.
 */
export function completeNames(context: CompletionContext): Completions {
  const { document, slot } = context;
  const schema = schemaAt(document, slot.container);
  const taken = takenNames(context);
  const seen = seenElsewhere(schema, context).map(asName);
  const names = possibleSchemas(schema, taken, context).flatMap((possible) => documented(possible, context));
  const all = [...names, ...seen, ...companions(schema)];
  const free = all.filter(({ name }) => !taken.has(name) && taken.add(name));
  const { kept, isCut } = filterTyped(free, typedAt(context), ({ name }) => name);
  const items = kept.map(({ name, value, detail, documentation }, rank) => {
    const snippet = snippetOf(context, name, value);
    return offer(context, rank, { label: name, kind: 'property', snippet, detail, documentation });
  });
  return { items, isCut };
}

/** A document is taken for a log request until a name shows what it is: it may be any that has the names so far. */
function possibleSchemas(
  schema: Schema | null,
  taken: ReadonlySet<string>,
  { document }: CompletionContext,
): (Schema | null)[] {
  const { logRequest, trainingJob, group } = document.engine.schemas;
  if (schema !== logRequest) return [schema];
  const hasAll = ({ properties }: Schema): boolean =>
    taken.size < properties!.size && [...taken].every((name) => properties!.has(name));
  return [schema, ...[trainingJob, group].filter(hasAll)];
}

interface Name {
  readonly name: string;
  /** Its value, as a snippet. */
  readonly value: string;
  readonly detail: string;
  readonly documentation?: Documentation;
}

/** Required properties first, then the others in the order of the interface. */
function documented(schema: Schema | null, context: CompletionContext): Name[] {
  const all = [...(schema?.properties ?? [])];
  const isRequired = ([name]: readonly [string, Schema]): boolean => schema!.required.has(name);
  const inOrder = [...all.filter(isRequired), ...all.filter((property) => !isRequired(property))];
  const writing = writingAt(context);
  return inOrder.map(([name, property]) => ({
    name,
    value: valueSnippet(property, writing),
    detail: `${property.type ?? 'any value'}, ${schema!.required.has(name) ? 'required' : 'optional'}`,
    documentation: documentationOf(property),
  }));
}

/** If the object's properties are documented, another name must occur twice: once may be a typo. */
function seenElsewhere(schema: Schema | null, { document, slot }: CompletionContext): Seen[] {
  const isOpen = schema?.properties === null || schema === null;
  return seenNames(document, slot.container).filter(
    ({ text, count }) => (isOpen || count > 1) && schema?.companions.has(text) !== true,
  );
}

function asName(seen: Seen): Name {
  return { name: seen.text, value: placeholderOf(seen), detail: seen.where };
}

function companions(schema: Schema | null): Name[] {
  if (schema === null) return [];
  const documentation = documentationOfCompanions(schema);
  return [...schema.companions].map((name) => ({
    name,
    value: '$1',
    detail: 'not documented',
    documentation,
  }));
}

/** An empty value of the kind that the name has elsewhere. */
function placeholderOf({ kind }: Seen): string {
  switch (kind) {
    case Kind.string:
      return '"$1"';
    case Kind.true:
    case Kind.false:
      return `\${1|true,false|}`;
    case Kind.object:
      return '{$1\\}';
    case Kind.array:
      return '[$1]';
    default:
      return '$1';
  }
}

/** Only the name if a value follows already, with its colon if that is missing. */
function snippetOf({ slot }: CompletionContext, name: string, value: string): string {
  const written = escapeSnippet(JSON.stringify(name));
  if (slot.follows === 'colon') return written;
  return slot.follows === 'value' ? `${written}:` : `${written}: ${value}`;
}

/** The names of the other properties of the object, among the first ones. */
function takenNames({ document, slot }: CompletionContext): Set<string> {
  const taken = new Set<string>();
  for (const { key, index } of childrenOf(slot.container)) {
    if (index === maxNames) break;
    const isCompleted = slot.name !== null && key?.from === slot.from;
    if (key !== null && !isCompleted) taken.add(keyName(document.text, key));
  }
  return taken;
}

/** Larger objects are not objects of the interface. */
const maxNames = 2000;
