import {
  type CompletionItem,
  CompletionItemKind,
  type CompletionList,
  InsertTextFormat,
} from 'vscode-languageserver';
import type { Completion } from '../core/features/completion/completion';
import type { Text } from '../core/text/text';
import { toRange, toTextEdit } from './convert';

const kinds = {
  property: CompletionItemKind.Property,
  value: CompletionItemKind.Value,
  snippet: CompletionItemKind.Snippet,
};

export function toCompletionList(
  text: Text,
  offset: number,
  completions: readonly Completion[],
): CompletionList {
  return { isIncomplete: false, items: completions.map((completion) => toItem(text, offset, completion)) };
}

function toItem(text: Text, offset: number, completion: Completion): CompletionItem {
  const replace = toRange(text, completion.replace);
  const insert = toRange(text, completion.insert ?? { from: completion.replace.from, to: offset });
  const item: CompletionItem = {
    label: completion.label,
    kind: kinds[completion.kind],
    textEdit: { newText: completion.text, insert, replace },
    insertTextFormat: InsertTextFormat.Snippet,
    sortText: completion.sortText,
    filterText: completion.filterText,
  };
  if (completion.detail !== undefined) item.detail = completion.detail;
  if (completion.documentation !== undefined) item.documentation = completion.documentation;
  if (completion.preselect === true) item.preselect = true;
  if (completion.also !== undefined && completion.also.length > 0) {
    item.additionalTextEdits = completion.also.map((edit) => toTextEdit(text, edit));
  }
  return item;
}
