import type { ClientCapabilities } from 'vscode-languageserver';

/** What a client can do, as far as answers depend on it. */
export interface Client {
  readonly actions: ActionClient;
  readonly completions: CompletionClient;
  readonly folding: FoldingClient;
  readonly structure: StructureClient;
  readonly settings: SettingsClient;
  /** Whether it asks for code lenses anew when it is told to. */
  readonly refreshesLenses: boolean;
}

export interface ActionClient {
  /** Whether an edit may say where the cursor goes. */
  readonly hasSnippets: boolean;
  /** Whether it asks for the edit of the action that is chosen; otherwise each must have it. */
  readonly resolvesActions: boolean;
  readonly createsFiles: boolean;
}

export interface CompletionClient {
  readonly hasSnippets: boolean;
  /** Whether it asks for the documentation of the item that is looked at; otherwise each must have it. */
  readonly resolvesDocumentation: boolean;
  /** Whether what all items have in common may be said once. */
  readonly hasDefaults: boolean;
  /** Whether its users choose what becomes of the text behind the cursor. */
  readonly canInsert: boolean;
}

/** How it takes folding ranges, and how many of a document it wants at most. */
export interface FoldingClient {
  readonly foldsWholeLines: boolean;
  readonly limit: number;
}

/** How it takes the outline and definitions. */
export interface StructureClient {
  readonly nestsSymbols: boolean;
  readonly followsLinks: boolean;
}

export interface SettingsClient {
  /** Whether the server may ask for settings; otherwise they only come with notifications. */
  readonly answers: boolean;
  /** Whether it has to be told that the server wants to hear of changes. */
  readonly registers: boolean;
}

/** Folding ranges of a document for a client that does not say how many it wants; VS Code takes so many. */
const commonFoldingLimit = 5000;

/** Reads what a client announces; what it does not mention it cannot do. */
export function clientOf(capabilities: ClientCapabilities): Client {
  const { textDocument, workspace } = capabilities;
  const { lineFoldingOnly, rangeLimit } = textDocument?.foldingRange ?? {};
  return {
    actions: actionClientOf(capabilities),
    completions: completionClientOf(capabilities),
    folding: { foldsWholeLines: lineFoldingOnly === true, limit: rangeLimit ?? commonFoldingLimit },
    structure: {
      nestsSymbols: textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport === true,
      followsLinks: textDocument?.definition?.linkSupport === true,
    },
    settings: {
      answers: workspace?.configuration === true,
      registers: workspace?.didChangeConfiguration?.dynamicRegistration === true,
    },
    refreshesLenses: workspace?.codeLens?.refreshSupport === true,
  };
}

function actionClientOf({ workspace, textDocument }: ClientCapabilities): ActionClient {
  const edits = workspace?.workspaceEdit;
  const actions = textDocument?.codeAction;
  return {
    hasSnippets: edits?.snippetEditSupport === true,
    resolvesActions:
      actions?.dataSupport === true && actions.resolveSupport?.properties.includes('edit') === true,
    createsFiles: edits?.documentChanges === true && edits.resourceOperations?.includes('create') === true,
  };
}

function completionClientOf({ textDocument }: ClientCapabilities): CompletionClient {
  const list = textDocument?.completion?.completionList?.itemDefaults ?? [];
  const item = textDocument?.completion?.completionItem;
  return {
    hasSnippets: item?.snippetSupport === true,
    resolvesDocumentation: item?.resolveSupport?.properties.includes('documentation') === true,
    hasDefaults: list.includes('editRange') && list.includes('insertTextFormat'),
    canInsert: item?.insertReplaceSupport === true,
  };
}
