import {
  type CompletionItem,
  CompletionItemKind,
  type CompletionList,
  type CompletionParams,
  InsertTextFormat,
  type Range,
  type ResponseError,
} from 'vscode-languageserver';
import { complete } from '../core/features/completion/complete';
import type { Completion, Completions, Documentation } from '../core/features/completion/completion';
import { documentationText } from '../core/features/completion/documentation';
import { plainText } from '../core/features/completion/snippets';
import type { Schemas } from '../core/schema/schema';
import type { Text } from '../core/text/text';
import { at } from './answers';
import type { CompletionClient } from './client';
import { toRange, toTextEdit } from './convert';
import type { Host } from './feature';

export function completionsAt(
  host: Host,
  params: CompletionParams,
): Promise<CompletionList | null | ResponseError<void>> {
  return at(host, params, (document, offset) => {
    const context = { recentModelIds: host.recentModelIds, now: new Date() };
    const target = { text: document.text, schemas: document.engine.schemas, client: host.client.completions };
    return toCompletionList(complete(document, offset, context), target);
  });
}

/** Adds what is said of an item, when somebody looks at it. */
export function resolveCompletion({ schemas }: Host, item: CompletionItem): CompletionItem {
  const documentation = item.data as Documentation | undefined;
  return documentation === undefined
    ? item
    : { ...item, documentation: documentationText(schemas, documentation) };
}

/** What completions are turned into items with. */
interface CompletionTarget {
  readonly text: Text;
  readonly schemas: Schemas;
  readonly client: CompletionClient;
}

const kinds = {
  property: CompletionItemKind.Property,
  value: CompletionItemKind.Value,
  snippet: CompletionItemKind.Snippet,
};

function toCompletionList({ items, isCut }: Completions, target: CompletionTarget): CompletionList {
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
