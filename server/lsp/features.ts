import {
  CodeActionRequest,
  CodeActionResolveRequest,
  CodeLensRequest,
  CodeLensResolveRequest,
  CompletionRequest,
  CompletionResolveRequest,
  DefinitionRequest,
  DocumentFormattingRequest,
  DocumentHighlightRequest,
  DocumentOnTypeFormattingRequest,
  DocumentRangeFormattingRequest,
  DocumentSymbolRequest,
  FoldingRangeRequest,
  HoverRequest,
  ReferencesRequest,
  SelectionRangeRequest,
  type ServerCapabilities,
  TextDocumentSyncKind,
} from 'vscode-languageserver';
import {
  convertRequest,
  describeFileRequest,
  describeRequest,
  expandLineRequest,
  joinLinesRequest,
  locateRequest,
  pathRequest,
  recentModelIdsNotification,
  sortKeysRequest,
} from '../protocol';
import type { ClientSupport } from './clientSupport';
import { type Feature, onNotification, onRequest, onResolve, type ServerContext } from './feature';
import { codeActionsAt, resolveCodeAction } from './handlers/codeActions/codeActions';
import { actionKinds } from './handlers/codeActions/offers';
import { completionsAt, resolveCompletion } from './handlers/completions';
import { describeFileAt } from './handlers/describeFile';
import { format, formatRange, formatTyped } from './handlers/formatting';
import { hoverAt } from './handlers/hovers';
import { lensesOf, resolveLens } from './handlers/lenses';
import {
  convert,
  describeDocument,
  expandLine,
  joinLines,
  locate,
  pathAt,
  sortKeys,
  takeRecentModelIds,
} from './handlers/requests';
import {
  definitionsAt,
  foldingRangesOf,
  highlightsAt,
  referencesAt,
  selectionRangesAt,
  symbolsOf,
} from './handlers/structure';
import { viewFeatures } from './handlers/view/viewFeatures';
import {
  documentParams,
  isIndex,
  isObject,
  isPosition,
  isRange,
  isString,
  listOf,
  objectOf,
  oneOf,
  optional,
  orNull,
  positionParams,
  uriParams,
  versionParams,
} from './params';

/** Services list fewer errors. Each path has a range in the response. */
const maxPaths = 10_000;
const formattingParams = { ...documentParams, options: isObject };

/**
 * Everything that the server can do: capability, requests, parameter shapes and handlers. A feature is one file or
 * folder in `core/features` and one row here; what the trajectory view asks for has rows of its own.
 */
const features: readonly Feature[] = [
  {
    capability: { completionProvider: { triggerCharacters: ['"', ':', ' ', '\n'], resolveProvider: true } },
    handlers: [
      onRequest(CompletionRequest.type, positionParams, completionsAt),
      onResolve(CompletionResolveRequest.type, { data: optional(isObject) }, resolveCompletion),
    ],
  },
  { capability: { hoverProvider: true }, handlers: [onRequest(HoverRequest.type, positionParams, hoverAt)] },
  {
    capability: {
      codeActionProvider: { codeActionKinds: Object.values(actionKinds), resolveProvider: true },
    },
    isFor: ({ actions }) => actions.takesActions,
    handlers: [
      onRequest(
        CodeActionRequest.type,
        {
          ...documentParams,
          range: isRange,
          context: objectOf({ only: optional(listOf(isString)), diagnostics: optional(listOf(isObject)) }),
        },
        codeActionsAt,
      ),
      onResolve(
        CodeActionResolveRequest.type,
        { data: optional(objectOf({ ...versionParams, action: isObject })) },
        resolveCodeAction,
      ),
    ],
  },
  {
    capability: { documentSymbolProvider: { label: 'Trajectory' } },
    handlers: [onRequest(DocumentSymbolRequest.type, documentParams, symbolsOf)],
  },
  {
    capability: { foldingRangeProvider: true },
    handlers: [onRequest(FoldingRangeRequest.type, documentParams, foldingRangesOf)],
  },
  {
    capability: { selectionRangeProvider: true },
    handlers: [
      onRequest(
        SelectionRangeRequest.type,
        { ...documentParams, positions: listOf(isPosition) },
        selectionRangesAt,
      ),
    ],
  },
  {
    capability: { documentHighlightProvider: true },
    handlers: [onRequest(DocumentHighlightRequest.type, positionParams, highlightsAt)],
  },
  {
    capability: { definitionProvider: true },
    handlers: [onRequest(DefinitionRequest.type, positionParams, definitionsAt)],
  },
  {
    capability: { referencesProvider: true },
    handlers: [onRequest(ReferencesRequest.type, { ...positionParams, context: isObject }, referencesAt)],
  },
  {
    capability: { documentFormattingProvider: true },
    handlers: [onRequest(DocumentFormattingRequest.type, formattingParams, format)],
  },
  {
    capability: { documentRangeFormattingProvider: true },
    handlers: [
      onRequest(DocumentRangeFormattingRequest.type, { ...formattingParams, range: isRange }, formatRange),
    ],
  },
  {
    capability: {
      documentOnTypeFormattingProvider: { firstTriggerCharacter: '}', moreTriggerCharacter: [']', '\n'] },
    },
    handlers: [
      onRequest(
        DocumentOnTypeFormattingRequest.type,
        { ...positionParams, ...formattingParams },
        formatTyped,
      ),
    ],
  },
  {
    capability: { codeLensProvider: { resolveProvider: true } },
    handlers: [
      onRequest(CodeLensRequest.type, documentParams, lensesOf),
      onResolve(CodeLensResolveRequest.type, { range: isRange, data: isObject }, resolveLens),
    ],
  },
  // Messages from our own client and its commands.
  {
    capability: {},
    handlers: [
      onNotification(recentModelIdsNotification, { modelIds: listOf(isString) }, takeRecentModelIds),
      onRequest(describeRequest, uriParams, describeDocument),
      onRequest(
        describeFileRequest,
        { path: isString, language: orNull(isString), progress: isString },
        describeFileAt,
      ),
      onRequest(locateRequest, { ...versionParams, paths: listOf(Array.isArray, maxPaths) }, locate),
      onRequest(pathRequest, { ...uriParams, position: isPosition, format: oneOf('pointer', 'loc') }, pathAt),
      onRequest(
        convertRequest,
        { ...uriParams, to: oneOf('lines', 'log-request'), grouping: optional(oneOf('one', 'each')) },
        convert,
      ),
      onRequest(sortKeysRequest, versionParams, sortKeys),
      onRequest(expandLineRequest, { ...versionParams, line: isIndex }, expandLine),
      onRequest(joinLinesRequest, { text: isString, like: isString }, joinLines),
    ],
  },
  ...viewFeatures,
];

/** The capabilities announced to a client. */
export function serverCapabilities(client: ClientSupport): ServerCapabilities {
  const announced = features.filter(({ isFor }) => isFor?.(client) ?? true);
  const sync = { openClose: true, change: TextDocumentSyncKind.Incremental };
  return Object.assign({ textDocumentSync: sync }, ...announced.map(({ capability }) => capability));
}

export function registerFeatures(server: ServerContext): void {
  for (const { handlers } of features) for (const register of handlers) register(server);
}
