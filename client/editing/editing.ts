import * as vscode from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import type { Shared } from '../ui/shared';
import { registerChangeKind } from './changeKind';
import { registerConvert } from './convert';
import { registerCopyPath } from './copyPath';
import { showDocumentKind } from './documentKind';
import { editingServer } from './editingServer';
import { showExpandedFindings } from './expandedFindings';
import { createExpandedLines } from './expandedLines';
import { registerExpandLine } from './expandLine';
import { registerFindingLenses } from './findingLenses';
import { registerGoToLocation } from './goToLocation';
import { registerLineFiles } from './lineFiles';
import { registerSortKeys } from './sortKeys';

/** Everything for working on documents that is more than answering the editor; it needs no Node. */
export function registerEditing(
  context: vscode.ExtensionContext,
  client: BaseLanguageClient,
  { server, rejections }: Shared,
): vscode.Disposable {
  const editing = editingServer(client);
  const lines = createExpandedLines(context.workspaceState);
  return vscode.Disposable.from(
    lines,
    registerLineFiles(editing, lines),
    registerExpandLine({ server, editing, lines }),
    registerGoToLocation({ server, rejections }),
    registerFindingLenses(rejections),
    showExpandedFindings(lines, rejections),
    registerConvert({ server, editing }),
    registerCopyPath(editing),
    registerSortKeys(editing),
    registerChangeKind(),
    showDocumentKind(client),
  );
}
