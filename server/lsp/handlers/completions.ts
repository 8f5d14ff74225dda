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
import { plainText } from '../../core/features/completion/snippets';
import { indentationAt, indented } from '../../core/features/indentation';
import { label as visibleLabel } from '../../core/features/visible';
import type { Schemas } from '../../core/schema/schema';
import type { Range as OffsetRange } from '../../core/text/range';
import { sliceText, type Text } from '../../core/text/text';
import type { CompletionSupport } from '../clientSupport';
import { type Replacement, rangeBefore } from '../documents/laterChanges';
import type { ServerContext } from '../feature';
import { toRange } from '../toLsp';
import { atPosition } from './inSlices';

export function completionsAt(
  server: ServerContext,
  params: CompletionParams,
  token: CancellationToken,
): Promise<CompletionList | null | ResponseError<void>> {
  return atPosition(server, { params, token }, function* (document, offset, since) {
    // The client would apply the ranges to another text. It asks again.
    if (since === null) return { isIncomplete: true, items: [] };
    // A line break completes only after a comma, where the next member follows; or for what is typed behind it since.
    const isLineBreak = since.length === 0 && params.context?.triggerCharacter === '\n';
    if (isLineBreak && !isBehindComma(document.text, offset)) return null;
    const context = { recentModelIds: server.recentModelIds, now: new Date() };
    const target = {
      text: document.text,
      schemas: document.engine.schemas,
      client: server.client.completions,
      since,
    };
    const completions = yield* complete(document, offset, context);
    const isQuote = since.length === 0 && params.context?.triggerCharacter === '"';
    // A value is complete with its last quote. Enter after it breaks the line, rather than taking a suggestion.
    if (isQuote && isBehindValue(document.text, offset, completions)) return null;
    return toCompletionList(completions, target);
  });
}

/** Whether the completions at an offset are values in place of one whose last quote is before it. */
function isBehindValue(text: Text, offset: number, { items: [first] }: Completions): boolean {
  if (first?.kind !== 'value' || first.replace.to !== offset) return false;
  return /^".*"$/s.test(sliceText(text, first.replace.from, offset));
}

/** Code units to search back for the comma, across the line break and the editor's indentation. */
const maxCommaDistance = 1000;

function isBehindComma(text: Text, offset: number): boolean {
  return /,\s*$/.test(sliceText(text, Math.max(0, offset - maxCommaDistance), offset));
}

/** Adds the documentation of an item. */
export function resolveCompletion({ schemas }: ServerContext, item: CompletionItem): CompletionItem {
  const documentation = item.data as Documentation | undefined;
  return documentation === undefined
    ? item
    : { ...item, documentation: documentationText(schemas, documentation) };
}

/** Context for converting completions to items. */
interface CompletionTarget {
  readonly text: Text;
  readonly schemas: Schemas;
  readonly client: CompletionSupport;
  /** What has changed since the request: editors apply the ranges to the text as it was. */
  readonly since: readonly Replacement[];
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
    // All items replace the same range.
    const ranges = rangesOf(first, target);
    const editRange = 'range' in ranges ? ranges.range : ranges;
    list.itemDefaults = { editRange, insertTextFormat: formatOf(target) };
  }
  return list;
}

function toItem(completion: Completion, target: CompletionTarget): CompletionItem {
  const { client, schemas } = target;
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
    ...(also === undefined
      ? {}
      : {
          additionalTextEdits: also.map((edit) => ({ range: rangeIn(target, edit), newText: edit.insert })),
        }),
  };
}

/** Without snippets, an editor inserts the text as is, so indent it here. */
function asPlainText({ text: snippet, replace }: Completion, { text }: CompletionTarget): string {
  const content = plainText(snippet);
  return content.includes('\n') ? indented(content, indentationAt(text, replace.from)) : content;
}

/** The range that an item replaces, or an insert range and a replace range for the user to choose from. */
function rangesOf(
  { replace, insert }: Completion,
  target: CompletionTarget,
): { range: Range } | { insert: Range; replace: Range } {
  if (insert === undefined || !target.client.canInsert) return { range: rangeIn(target, replace) };
  return { insert: rangeIn(target, insert), replace: rangeIn(target, replace) };
}

function rangeIn({ text, since }: CompletionTarget, range: OffsetRange): Range {
  return rangeBefore(toRange(text, range), since);
}

function formatOf({ client }: CompletionTarget): InsertTextFormat {
  return client.hasSnippets ? InsertTextFormat.Snippet : InsertTextFormat.PlainText;
}
