import {
  type ClientCapabilities,
  type CompletionItem,
  CompletionItemKind,
  type CompletionList,
  InsertTextFormat,
  type Range,
} from 'vscode-languageserver';
import type { Completion, Completions, Documentation } from '../core/features/completion/completion';
import { documentationText } from '../core/features/completion/documentation';
import { plainText } from '../core/features/completion/snippets';
import type { Schemas } from '../core/schema/schema';
import type { Text } from '../core/text/text';
import { toRange, toTextEdit } from './convert';

/** What the client can do with completions. */
export interface CompletionClient {
  readonly hasSnippets: boolean;
  /** Whether it asks for the documentation of the item that is looked at; otherwise each must have it. */
  readonly resolvesDocumentation: boolean;
  /** Whether what all items have in common may be said once. */
  readonly hasDefaults: boolean;
  /** Whether its users choose what becomes of the text behind the cursor. */
  readonly canInsert: boolean;
}

export function completionClientOf({ textDocument }: ClientCapabilities): CompletionClient {
  const list = textDocument?.completion?.completionList?.itemDefaults ?? [];
  const item = textDocument?.completion?.completionItem;
  return {
    hasSnippets: item?.snippetSupport === true,
    resolvesDocumentation: item?.resolveSupport?.properties.includes('documentation') === true,
    hasDefaults: list.includes('editRange') && list.includes('insertTextFormat'),
    canInsert: item?.insertReplaceSupport === true,
  };
}

/** What completions are turned into items with. */
export interface CompletionTarget {
  readonly text: Text;
  readonly schemas: Schemas;
  readonly client: CompletionClient;
}

const kinds = {
  property: CompletionItemKind.Property,
  value: CompletionItemKind.Value,
  snippet: CompletionItemKind.Snippet,
};

export function toCompletionList({ items, isCut }: Completions, target: CompletionTarget): CompletionList {
  const [first] = items;
  const list: CompletionList = { isIncomplete: isCut, items: items.map((item) => toItem(item, target)) };
  if (first !== undefined && target.client.hasDefaults) {
    // All are offered for the same place.
    const ranges = rangesOf(first, target);
    const editRange = 'range' in ranges ? ranges.range : ranges;
    list.itemDefaults = { editRange, insertTextFormat: formatOf(target) };
  }
  return list;
}

/** Adds what is said of an item, when somebody looks at it. */
export function resolveCompletion(item: CompletionItem, schemas: Schemas): CompletionItem {
  const documentation = item.data as Documentation | undefined;
  return documentation === undefined
    ? item
    : { ...item, documentation: documentationText(schemas, documentation) };
}

function toItem(completion: Completion, target: CompletionTarget): CompletionItem {
  const { text, client, schemas } = target;
  const { label, kind, sortText, filterText, detail, documentation, also } = completion;
  const newText = client.hasSnippets ? completion.text : plainText(completion.text);
  return {
    label,
    kind: kinds[kind],
    sortText,
    filterText,
    ...(client.hasDefaults
      ? { textEditText: newText }
      : { textEdit: { ...rangesOf(completion, target), newText }, insertTextFormat: formatOf(target) }),
    ...(detail === undefined ? {} : { detail }),
    ...(documentation === undefined
      ? {}
      : client.resolvesDocumentation
        ? { data: documentation }
        : { documentation: documentationText(schemas, documentation) }),
    ...(also === undefined ? {} : { additionalTextEdits: also.map((edit) => toTextEdit(text, edit)) }),
  };
}

/** What an item replaces: one range, or one for each of the ways that people may choose between. */
function rangesOf(
  { replace, insert }: Completion,
  { text, client }: CompletionTarget,
): { range: Range } | { insert: Range; replace: Range } {
  if (insert === undefined || !client.canInsert) return { range: toRange(text, replace) };
  return { insert: toRange(text, insert), replace: toRange(text, replace) };
}

function formatOf({ client }: CompletionTarget): InsertTextFormat {
  return client.hasSnippets ? InsertTextFormat.Snippet : InsertTextFormat.PlainText;
}
