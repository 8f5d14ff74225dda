import {
  type ClientCapabilities,
  type Connection,
  type ServerCapabilities,
  TextDocumentSyncKind,
} from 'vscode-languageserver';
import { complete } from '../core/features/completion/complete';
import { foldingLines, foldingStretches } from '../core/features/folding';
import { hover } from '../core/features/hover/hover';
import { lenses } from '../core/features/lenses/lenses';
import { documentSymbols } from '../core/features/outline/symbols';
import { selectionRanges } from '../core/features/selectionRanges';
import { definitionsOf, referencesOf } from '../core/features/tools/definitions';
import { highlights } from '../core/features/tools/highlights';
import type { Schemas } from '../core/schema/schema';
import { offsetAt } from '../core/text/text';
import type { ActionClient } from './actionTarget';
import { at, changed, tellOfCut, tellUser, withDocument } from './answers';
import { cutRepairs, isCut } from './codeActionEdits';
import { type ActionData, actionKinds, resolveEdit, toCodeActions } from './codeActions';
import { type CompletionClient, resolveCompletion, toCompletionList } from './completions';
import { toOffsets, toRange } from './convert';
import type { Documents } from './documents';
import { format, formatTyped } from './formatting';
import { toHover } from './hovers';
import type { Later } from './slices';
import {
  flattened,
  resolveLens,
  type StructureClient,
  toFoldingRanges,
  toHighlights,
  toLenses,
  toLinks,
  toLocations,
  toSelectionRange,
  toSymbols,
} from './structure';

/** What the features share while a client is connected. */
export interface Host {
  readonly documents: Documents;
  readonly later: Later;
  readonly schemas: Schemas;
  /** Model ids that the client used lately, newest first. */
  recentModelIds: readonly string[];
  readonly client: ActionClient;
  completions: CompletionClient;
  /** Whether the user wants code lenses, and whether the client asks for them anew when told to. */
  hasLenses: boolean;
  canRefreshLenses: boolean;
  folding: FoldingClient;
  structure: StructureClient;
}

/** A feature: what is announced of it, and what answers it, side by side, so that they cannot drift apart. */
interface Feature {
  readonly capability: ServerCapabilities;
  register(connection: Connection, host: Host): void;
}

/** Everything that the server can do. A feature is one file or folder in `core/features` and one row here. */
const features: readonly Feature[] = [
  {
    capability: { completionProvider: { triggerCharacters: ['"', ':', ' '], resolveProvider: true } },
    register: (connection, host) => {
      connection.onCompletion((params) =>
        at(host, params, (document, offset) => {
          const context = { recentModelIds: host.recentModelIds, now: new Date() };
          const { schemas } = document.engine;
          const target = { text: document.text, schemas, client: host.completions };
          return toCompletionList(complete(document, offset, context), target);
        }),
      );
      connection.onCompletionResolve((item) => resolveCompletion(item, host.schemas));
    },
  },
  {
    capability: { hoverProvider: true },
    register: (connection, host) =>
      connection.onHover((params) =>
        at(host, params, (document, offset) => toHover(document.text, hover(document, offset))),
      ),
  },
  {
    capability: {
      codeActionProvider: { codeActionKinds: Object.values(actionKinds), resolveProvider: true },
    },
    register: (connection, host) => {
      connection.onCodeAction(({ textDocument: { uri }, range, context: { only } }) =>
        withDocument(host, uri, (document, version) =>
          toCodeActions(
            { document, uri, version, client: host.client, context: host },
            { ...toOffsets(document.text, range), only },
          ),
        ),
      );
      connection.onCodeActionResolve((action) => {
        const data = action.data as ActionData;
        return withDocument(host, data.uri, (document, version) => {
          const { client } = host;
          const edit =
            version === data.version &&
            resolveEdit({ document, uri: data.uri, version, client, context: host }, data);
          if (edit && isCut(document, data.action)) tellUser(connection, cutRepairs);
          return edit ? { ...action, edit } : changed();
        });
      });
    },
  },
  {
    capability: { documentSymbolProvider: { label: 'Trajectory' } },
    register: (connection, host) =>
      connection.onDocumentSymbol(({ textDocument }) =>
        withDocument(host, textDocument.uri, (document) => {
          const symbols = toSymbols(document.text, documentSymbols(document));
          return host.structure.nestsSymbols ? symbols : flattened(textDocument.uri, symbols);
        }),
      ),
  },
  {
    capability: { foldingRangeProvider: true },
    register: (connection, host) =>
      connection.onFoldingRanges(({ textDocument }) =>
        withDocument(host, textDocument.uri, (document) => {
          const { foldsWholeLines, limit } = host.folding;
          // One more than the client wants: from that it knows that there are more, and says so.
          return foldsWholeLines
            ? foldingLines(document, limit + 1)
            : toFoldingRanges(document.text, foldingStretches(document, limit + 1));
        }),
      ),
  },
  {
    capability: { selectionRangeProvider: true },
    register: (connection, host) =>
      connection.onSelectionRanges(({ textDocument, positions }) =>
        withDocument(host, textDocument.uri, (document) =>
          positions.map((position) => {
            const offset = offsetAt(document.text, position);
            const { ranges, isCut } = selectionRanges(document, offset);
            if (isCut) tellOfCut(connection, 'selection ranges', { textDocument, position });
            return toSelectionRange(document.text, ranges, offset);
          }),
        ),
      ),
  },
  {
    capability: { documentHighlightProvider: true },
    register: (connection, host) =>
      connection.onDocumentHighlight((params) =>
        at(host, params, (document, offset) => {
          const found = highlights(document, offset);
          if (found?.isCut === true) tellOfCut(connection, 'highlights', params);
          return found && toHighlights(document.text, found.places);
        }),
      ),
  },
  {
    capability: { definitionProvider: true },
    register: (connection, host) =>
      connection.onDefinition((params) =>
        at(host, params, (document, offset) => {
          const { definitions, isCut } = definitionsOf(document, offset);
          if (isCut) tellOfCut(connection, 'definitions', params);
          const { uri } = params.textDocument;
          const links = toLinks(document.text, uri, definitions);
          return host.structure.followsLinks ? links : toLocations(uri, links);
        }),
      ),
  },
  {
    capability: { referencesProvider: true },
    register: (connection, host) =>
      connection.onReferences((params) =>
        at(host, params, (document, offset) => {
          const { places, isCut } = referencesOf(document, offset, params.context.includeDeclaration);
          if (isCut) tellOfCut(connection, 'references', params);
          const { uri } = params.textDocument;
          return places.map((place) => ({ uri, range: toRange(document.text, place) }));
        }),
      ),
  },
  {
    capability: { documentFormattingProvider: true },
    register: (connection, host) =>
      connection.onDocumentFormatting((params, token) => format(connection, host, { params, token })),
  },
  {
    capability: { documentRangeFormattingProvider: true },
    register: (connection, host) =>
      connection.onDocumentRangeFormatting((params, token) => format(connection, host, { params, token })),
  },
  {
    capability: {
      documentOnTypeFormattingProvider: { firstTriggerCharacter: '}', moreTriggerCharacter: [']', '\n'] },
    },
    register: (connection, host) =>
      connection.onDocumentOnTypeFormatting((params) => formatTyped(connection, host, params)),
  },
  {
    capability: { codeLensProvider: { resolveProvider: true } },
    register: (connection, host) => {
      connection.onCodeLens(({ textDocument }) =>
        withDocument(host, textDocument.uri, (document) =>
          toLenses(document.text, textDocument.uri, host.hasLenses ? lenses(document) : []),
        ),
      );
      connection.onCodeLensResolve(resolveLens);
    },
  },
];

/** What the client can do with folding ranges, and how many of a document it wants at most. */
interface FoldingClient {
  readonly foldsWholeLines: boolean;
  readonly limit: number;
}

/** Folding ranges of a document for a client that does not say how many it wants; VS Code takes so many. */
const commonFoldingLimit = 5000;

export function foldingClientOf({ textDocument }: ClientCapabilities): FoldingClient {
  const { lineFoldingOnly, rangeLimit } = textDocument?.foldingRange ?? {};
  return { foldsWholeLines: lineFoldingOnly === true, limit: rangeLimit ?? commonFoldingLimit };
}

/** What is announced to every client. */
export function serverCapabilities(): ServerCapabilities {
  const sync = { openClose: true, change: TextDocumentSyncKind.Incremental };
  return Object.assign({ textDocumentSync: sync }, ...features.map(({ capability }) => capability));
}

export function registerFeatures(connection: Connection, host: Host): void {
  for (const feature of features) feature.register(connection, host);
}
