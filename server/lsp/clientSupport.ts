import { type ClientCapabilities, InsertTextMode, MarkupKind } from 'vscode-languageserver';
import type { ClientOptions } from '../protocol';
import { isIndex, isObject } from './params';

/** Client capabilities that responses depend on. */
export interface ClientSupport {
  readonly actions: ActionSupport;
  readonly completions: CompletionSupport;
  readonly diagnostics: DiagnosticSupport;
  readonly hovers: HoverSupport;
  readonly folding: FoldingSupport;
  readonly structure: StructureSupport;
  readonly settings: SettingsSupport;
  readonly initOptions: Required<ClientOptions>;
  /** Client supports `codeLens/refresh`. */
  readonly refreshesLenses: boolean;
}

export interface ActionSupport {
  /** Client supports `CodeAction` literals. Without them it gets no quick fixes. */
  readonly takesActions: boolean;
  /** Client supports snippets in edits. */
  readonly hasSnippets: boolean;
  /** Client resolves `edit` lazily. Otherwise each action must have it. */
  readonly resolvesActions: boolean;
  readonly createsFiles: boolean;
  /** Client supports `documentChanges`. Otherwise edits are listed by file. */
  readonly takesSteps: boolean;
}

export interface DiagnosticSupport {
  /** Client shows `relatedInformation`. */
  readonly takesRelated: boolean;
  /** URI of the explanation of a code; null if there is none or the client shows no links. */
  readonly linkOf: (code: string) => string | null;
}

export interface HoverSupport {
  /** Client prefers Markdown to plain text. */
  readonly takesMarkdown: boolean;
}

export interface CompletionSupport {
  readonly hasSnippets: boolean;
  /** Client resolves `documentation` lazily. Otherwise each item must have it. */
  readonly resolvesDocumentation: boolean;
  /** Client supports `itemDefaults`. */
  readonly hasDefaults: boolean;
  /** Client supports `insertReplaceSupport`. */
  readonly canInsert: boolean;
  /** Client supports `InsertTextMode.asIs`. */
  readonly keepsWhiteSpace: boolean;
}

/** Granularity and maximum number of folding ranges. */
export interface FoldingSupport {
  readonly foldsWholeLines: boolean;
  readonly limit: number;
}

/** Shape of outline and definitions. */
export interface StructureSupport {
  readonly nestsSymbols: boolean;
  readonly followsLinks: boolean;
}

export interface SettingsSupport {
  /** Client supports `workspace/configuration`. Otherwise settings only come with notifications. */
  readonly answers: boolean;
  /** Client needs `didChangeConfiguration` to be registered. */
  readonly registers: boolean;
}

/** Limit for a client that announces none: VS Code's limit. */
const defaultMaxFoldingRanges = 5000;
/** More are too much for one response, whatever a client announces. */
const mostFoldingRanges = 20_000;

/** Reads capabilities and `initializationOptions`. Anything not mentioned counts as unsupported. */
export function clientSupport(
  capabilities: ClientCapabilities,
  initializationOptions?: unknown,
  problemsPage: string | null = null,
): ClientSupport {
  const { textDocument, workspace } = capabilities;
  const initOptions = initOptionsOf(initializationOptions);
  const { lineFoldingOnly, rangeLimit } = textDocument?.foldingRange ?? {};
  return {
    actions: actionSupport(capabilities),
    completions: completionSupport(capabilities),
    diagnostics: {
      takesRelated: textDocument?.publishDiagnostics?.relatedInformation === true,
      linkOf:
        textDocument?.publishDiagnostics?.codeDescriptionSupport === true
          ? linksTo(initOptions.explainCommand, problemsPage)
          : () => null,
    },
    // The first format is the preferred one.
    hovers: { takesMarkdown: textDocument?.hover?.contentFormat?.[0] === MarkupKind.Markdown },
    folding: {
      foldsWholeLines: lineFoldingOnly === true,
      limit: isIndex(rangeLimit) ? Math.min(rangeLimit!, mostFoldingRanges) : defaultMaxFoldingRanges,
    },
    structure: {
      nestsSymbols: textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport === true,
      followsLinks: textDocument?.definition?.linkSupport === true,
    },
    settings: {
      answers: workspace?.configuration === true,
      registers: workspace?.didChangeConfiguration?.dynamicRegistration === true,
    },
    initOptions,
    refreshesLenses: workspace?.codeLens?.refreshSupport === true,
  };
}

function initOptionsOf(options: unknown): Required<ClientOptions> {
  const given = isObject(options) ? options : {};
  return {
    documentKinds: given['documentKinds'] === true,
    analyzed: given['analyzed'] === true,
    commandLenses: given['commandLenses'] === true,
    explainCommand: typeof given['explainCommand'] === 'string' ? given['explainCommand'] : '',
  };
}

/** Links to a command of the client, or to a heading of the problems page. */
function linksTo(command: string, page: string | null): DiagnosticSupport['linkOf'] {
  if (command !== '') return (code) => `command:${command}?${encodeURIComponent(JSON.stringify([code]))}`;
  return (code) => (page === null ? null : `${page}#${code}`);
}

function actionSupport({ workspace, textDocument }: ClientCapabilities): ActionSupport {
  const edits = workspace?.workspaceEdit;
  const actions = textDocument?.codeAction;
  const takesSteps = edits?.documentChanges === true;
  return {
    takesActions: actions?.codeActionLiteralSupport !== undefined,
    hasSnippets: takesSteps && edits?.snippetEditSupport === true,
    resolvesActions: actions?.dataSupport === true && lists(actions.resolveSupport?.properties, 'edit'),
    createsFiles: lists(edits?.resourceOperations, 'create'),
    takesSteps,
  };
}

function completionSupport({ textDocument }: ClientCapabilities): CompletionSupport {
  const defaults = textDocument?.completion?.completionList?.itemDefaults;
  const item = textDocument?.completion?.completionItem;
  return {
    hasSnippets: item?.snippetSupport === true,
    resolvesDocumentation: lists(item?.resolveSupport?.properties, 'documentation'),
    hasDefaults: lists(defaults, 'editRange') && lists(defaults, 'insertTextFormat'),
    canInsert: item?.insertReplaceSupport === true,
    keepsWhiteSpace: lists(item?.insertTextModeSupport?.valueSet, InsertTextMode.asIs),
  };
}

/** Whether `list` contains `entry`. Clients may send anything, so it need not be a list. */
function lists(list: unknown, entry: unknown): boolean {
  return Array.isArray(list) && list.includes(entry);
}
