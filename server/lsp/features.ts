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
  describeRequest,
  expandLineRequest,
  joinLinesRequest,
  locateRequest,
  pathRequest,
  sortKeysRequest,
} from '../protocol';
import { actionKinds, codeActionsAt, resolveCodeAction } from './codeActions';
import { completionsAt, resolveCompletion } from './completions';
import { type Feature, type Host, onRequest } from './feature';
import { format, formatTyped } from './formatting';
import { hoverAt } from './hovers';
import { lensesOf, resolveLens } from './lenses';
import {
  isIndex,
  isNumber,
  isObject,
  isPosition,
  isRange,
  isString,
  listOf,
  objectOf,
  ofDocument,
  ofPlace,
  optional,
} from './params';
import { convert, describeDocument, expandLine, joinLines, locate, pathAt, sortKeys } from './requests';
import {
  definitionsAt,
  foldingRangesOf,
  highlightsAt,
  referencesAt,
  selectionRangesAt,
  symbolsOf,
} from './structure';

const ofUri = { uri: isString };
const ofVersion = { ...ofUri, version: isNumber };
const ofFormatting = { ...ofDocument, options: isObject };

/**
 * Everything that the server can do: what is announced, what is asked, what the question must hold, and what
 * answers it. A feature is one file or folder in `core/features` and one row here.
 */
const features: readonly Feature[] = [
  {
    capability: { completionProvider: { triggerCharacters: ['"', ':', ' '], resolveProvider: true } },
    answers: [
      onRequest(CompletionRequest.type, ofPlace, completionsAt),
      onRequest(CompletionResolveRequest.type, { data: optional(isObject) }, resolveCompletion),
    ],
  },
  { capability: { hoverProvider: true }, answers: [onRequest(HoverRequest.type, ofPlace, hoverAt)] },
  {
    capability: {
      codeActionProvider: { codeActionKinds: Object.values(actionKinds), resolveProvider: true },
    },
    answers: [
      onRequest(
        CodeActionRequest.type,
        { ...ofDocument, range: isRange, context: objectOf({ only: optional(listOf(isString)) }) },
        codeActionsAt,
      ),
      onRequest(
        CodeActionResolveRequest.type,
        { data: objectOf({ ...ofVersion, action: isObject }) },
        resolveCodeAction,
      ),
    ],
  },
  {
    capability: { documentSymbolProvider: { label: 'Trajectory' } },
    answers: [onRequest(DocumentSymbolRequest.type, ofDocument, symbolsOf)],
  },
  {
    capability: { foldingRangeProvider: true },
    answers: [onRequest(FoldingRangeRequest.type, ofDocument, foldingRangesOf)],
  },
  {
    capability: { selectionRangeProvider: true },
    answers: [
      onRequest(
        SelectionRangeRequest.type,
        { ...ofDocument, positions: listOf(isPosition) },
        selectionRangesAt,
      ),
    ],
  },
  {
    capability: { documentHighlightProvider: true },
    answers: [onRequest(DocumentHighlightRequest.type, ofPlace, highlightsAt)],
  },
  {
    capability: { definitionProvider: true },
    answers: [onRequest(DefinitionRequest.type, ofPlace, definitionsAt)],
  },
  {
    capability: { referencesProvider: true },
    answers: [onRequest(ReferencesRequest.type, { ...ofPlace, context: isObject }, referencesAt)],
  },
  {
    capability: { documentFormattingProvider: true },
    answers: [onRequest(DocumentFormattingRequest.type, ofFormatting, format)],
  },
  {
    capability: { documentRangeFormattingProvider: true },
    answers: [onRequest(DocumentRangeFormattingRequest.type, { ...ofFormatting, range: isRange }, format)],
  },
  {
    capability: {
      documentOnTypeFormattingProvider: { firstTriggerCharacter: '}', moreTriggerCharacter: [']', '\n'] },
    },
    answers: [onRequest(DocumentOnTypeFormattingRequest.type, { ...ofPlace, ...ofFormatting }, formatTyped)],
  },
  {
    capability: { codeLensProvider: { resolveProvider: true } },
    answers: [
      onRequest(CodeLensRequest.type, ofDocument, lensesOf),
      onRequest(CodeLensResolveRequest.type, { range: isRange, data: isObject }, resolveLens),
    ],
  },
  // What only our own client asks, for its commands.
  {
    capability: {},
    answers: [
      onRequest(describeRequest, ofUri, describeDocument),
      onRequest(locateRequest, { ...ofVersion, paths: listOf(Array.isArray) }, locate),
      onRequest(pathRequest, { ...ofUri, position: isPosition, format: isString }, pathAt),
      onRequest(convertRequest, { ...ofUri, to: isString }, convert),
      onRequest(sortKeysRequest, ofVersion, sortKeys),
      onRequest(expandLineRequest, { ...ofVersion, line: isIndex }, expandLine),
      onRequest(joinLinesRequest, { text: isString, like: isString }, joinLines),
    ],
  },
];

/** What is announced to every client. */
export function serverCapabilities(): ServerCapabilities {
  const sync = { openClose: true, change: TextDocumentSyncKind.Incremental };
  return Object.assign({ textDocumentSync: sync }, ...features.map(({ capability }) => capability));
}

export function registerFeatures(host: Host): void {
  for (const { answers } of features) for (const register of answers) register(host);
}
