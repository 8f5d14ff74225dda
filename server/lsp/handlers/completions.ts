import {
  type CancellationToken,
  type CompletionItem,
  CompletionItemKind,
  type CompletionList,
  type CompletionParams,
  InsertTextFormat,
  InsertTextMode,
  type Range,
  type ResponseError,
} from 'vscode-languageserver';
import { complete } from '../../core/features/completion/complete';
import type { Completion, Completions, Documentation } from '../../core/features/completion/completion';
import { documentationText } from '../../core/features/completion/documentation';
import { indentationAt, indented } from '../../core/features/completion/indentation';
import { plainText } from '../../core/features/completion/snippets';
import { label as visibleLabel } from '../../core/features/visible';
import type { Schemas } from '../../core/schema/schema';
import { sliceText, type Text } from '../../core/text/text';
import type { CompletionSupport } from '../clientSupport';
import type { ServerContext } from '../feature';
import { toRange, toTextEdit } from '../toLsp';
import { atPosition } from './inSlices';

export function completionsAt(
  server: ServerContext,
  params: CompletionParams,
  token: CancellationToken,
): Promise<CompletionList | null | ResponseError<void>> {
  return atPosition(server, { params, token }, function* (document, offset) {
    // A line break is typed for many reasons; behind a comma the next member comes.
    if (params.context?.triggerCharacter === '\n' && !isBehindComma(document.text, offset)) return null;
    const context = { recentModelIds: server.recentModelIds, now: new Date() };
    const target = {
      text: document.text,
      schemas: document.engine.schemas,
      client: server.client.completions,
    };
    return toCompletionList(yield* complete(document, offset, context), target);
  });
}

/** Code units before a line break in which its comma stands, with the white space that the editor indents with. */
const maxCommaDistance = 1000;

function isBehindComma(text: Text, offset: number): boolean {
  return /,\s*$/.test(sliceText(text, Math.max(0, offset - maxCommaDistance), offset));
}

/** Adds what is said of an item, when somebody looks at it. */
export function resolveCompletion({ schemas }: ServerContext, item: CompletionItem): CompletionItem {
  const documentation = item.data as Documentation | undefined;
  return documentation === undefined
    ? item
    : { ...item, documentation: documentationText(schemas, documentation) };
}

/** What completions are turned into items with. */
interface CompletionTarget {
  readonly text: Text;
  readonly schemas: Schemas;
  readonly client: CompletionSupport;
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
  const newText = client.hasSnippets ? completion.text : asPlainText(completion, target);
  return {
    label: visibleLabel(label),
    kind: kinds[kind],
    sortText,
    filterText,
    ...(client.hasDefaults
      ? { textEditText: newText }
      : { textEdit: { ...rangesOf(completion, target), newText }, insertTextFormat: formatOf(target) }),
    ...(client.hasSnippets || !client.keepsWhiteSpace ? {} : { insertTextMode: InsertTextMode.asIs }),
    ...(detail === undefined ? {} : { detail }),
    ...(documentation === undefined
      ? {}
      : client.resolvesDocumentation
        ? { data: documentation }
        : { documentation: documentationText(schemas, documentation) }),
    ...(also === undefined ? {} : { additionalTextEdits: also.map((edit) => toTextEdit(text, edit)) }),
  };
}

/** Without snippets an editor inserts a text as it is, so that it has to be indented already. */
function asPlainText({ text: snippet, replace }: Completion, { text }: CompletionTarget): string {
  const content = plainText(snippet);
  return content.includes('\n') ? indented(content, indentationAt(text, replace.from)) : content;
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
