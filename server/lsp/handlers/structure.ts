import {
  type CancellationToken,
  type DefinitionParams,
  type DocumentHighlight,
  DocumentHighlightKind,
  type DocumentHighlightParams,
  type DocumentSymbol,
  type DocumentSymbolParams,
  ErrorCodes,
  type FoldingRange,
  type FoldingRangeParams,
  type Location,
  type LocationLink,
  type ReferenceParams,
  ResponseError,
  type SelectionRange,
  type SelectionRangeParams,
  type SymbolInformation,
  SymbolKind,
} from 'vscode-languageserver';
import { foldingLines, foldingRanges } from '../../core/features/folding';
import { documentSymbols, type OutlineKind, type OutlineNode } from '../../core/features/outline/symbols';
import { type Definition, definitionsOf, referencesOf } from '../../core/features/references/definitions';
import { type Highlight, highlights } from '../../core/features/references/highlights';
import { maxLevels, selectionRanges } from '../../core/features/selectionRanges';
import type { Range as OffsetRange } from '../../core/text/range';
import { offsetAt, type Text } from '../../core/text/text';
import { mapInSteps } from '../../core/work';
import type { ServerContext } from '../feature';
import { toRange } from '../toLsp';
import { atPosition, inSlices, logTruncation } from './inSlices';

type Response<Result> = Promise<Result | null | ResponseError<void>>;

export function symbolsOf(
  server: ServerContext,
  { textDocument: { uri } }: DocumentSymbolParams,
  token: CancellationToken,
): Response<DocumentSymbol[] | SymbolInformation[]> {
  return inSlices(server, { uri, token }, function* (document) {
    const symbols = toSymbols(document.text, yield* documentSymbols(document));
    return server.client.structure.nestsSymbols ? symbols : flattened(uri, symbols);
  });
}

export function foldingRangesOf(
  server: ServerContext,
  { textDocument: { uri } }: FoldingRangeParams,
  token: CancellationToken,
): Response<FoldingRange[]> {
  return inSlices(server, { uri, token }, function* (document) {
    const { foldsWholeLines, limit } = server.client.folding;
    // One more than the limit: the client then knows that there are more, and says so.
    return foldsWholeLines
      ? yield* foldingLines(document, limit + 1)
      : toFoldingRanges(document.text, yield* foldingRanges(document, limit + 1));
  });
}

export function selectionRangesAt(
  server: ServerContext,
  { textDocument, positions }: SelectionRangeParams,
  token: CancellationToken,
): Response<SelectionRange[]> {
  if (positions.length > maxPositions) return Promise.resolve(tooManyPositions);
  return inSlices(server, { uri: textDocument.uri, token }, function* (document) {
    const levels = Math.min(maxLevels, Math.max(2, Math.ceil(maxSelectionRanges / positions.length)));
    const offsets = yield* mapInSteps(positions, (position) => offsetAt(document.text, position));
    const found = yield* selectionRanges(document, offsets, levels);
    const cut = found.findIndex(({ isCut }) => isCut);
    if (cut >= 0)
      logTruncation(server.connection, 'selection ranges', { textDocument, position: positions[cut]! });
    return yield* mapInSteps(found, ({ ranges }, i) => toSelectionRange(document.text, ranges, offsets[i]!));
  });
}

/** Maximum ranges in one response: there can be thousands of cursors. */
const maxSelectionRanges = 20_000;
/** VS Code has as many cursors at most. */
const maxPositions = 10_000;
const tooManyPositions = new ResponseError<void>(
  ErrorCodes.InvalidParams,
  `Selection ranges are found for at most ${maxPositions} positions at once.`,
);

export function highlightsAt(
  server: ServerContext,
  params: DocumentHighlightParams,
  token: CancellationToken,
): Response<DocumentHighlight[]> {
  return atPosition(server, { params, token }, function* (document, offset) {
    const found = yield* highlights(document, offset);
    if (found?.isCut === true) logTruncation(server.connection, 'highlights', params);
    return found && toHighlights(document.text, found.highlights);
  });
}

export function definitionsAt(
  server: ServerContext,
  params: DefinitionParams,
  token: CancellationToken,
): Response<LocationLink[] | Location[]> {
  return atPosition(server, { params, token }, function* (document, offset) {
    const { definitions, isCut } = yield* definitionsOf(document, offset);
    if (isCut) logTruncation(server.connection, 'definitions', params);
    const { uri } = params.textDocument;
    const links = toLinks(document.text, uri, definitions);
    return server.client.structure.followsLinks ? links : toLocations(uri, links);
  });
}

export function referencesAt(
  server: ServerContext,
  params: ReferenceParams,
  token: CancellationToken,
): Response<Location[]> {
  return atPosition(server, { params, token }, function* (document, offset) {
    const { ranges, isCut } = yield* referencesOf(document, offset, params.context.includeDeclaration);
    if (isCut) logTruncation(server.connection, 'references', params);
    const { uri } = params.textDocument;
    return ranges.map((range) => ({ uri, range: toRange(document.text, range) }));
  });
}

const symbolKinds: Record<OutlineKind, SymbolKind> = {
  group: SymbolKind.Namespace,
  trajectory: SymbolKind.Class,
  message: SymbolKind.Method,
  tool: SymbolKind.Function,
  object: SymbolKind.Module,
  array: SymbolKind.Array,
  string: SymbolKind.String,
  number: SymbolKind.Number,
  boolean: SymbolKind.Boolean,
  null: SymbolKind.Null,
  cut: SymbolKind.Event,
};

/** Converts the outline. The feature limits its depth, so recursion is safe here. */
function toSymbols(text: Text, nodes: readonly OutlineNode[]): DocumentSymbol[] {
  return nodes.map(({ name, detail, kind, children, selectionFrom, selectionTo, ...range }) => {
    const symbol: DocumentSymbol = {
      name,
      kind: symbolKinds[kind],
      range: toRange(text, range),
      selectionRange: toRange(text, { from: selectionFrom, to: selectionTo }),
    };
    // There are thousands of entries: omit empty properties.
    if (detail !== '') symbol.detail = detail;
    if (children.length > 0) symbol.children = toSymbols(text, children);
    return symbol;
  });
}

/** The outline for a client that does not nest symbols: each symbol names its container. */
function flattened(
  uri: string,
  symbols: readonly DocumentSymbol[],
  containerName?: string,
): SymbolInformation[] {
  return symbols.flatMap(({ name, kind, range, children = [] }) => [
    { name, kind, location: { uri, range }, ...(containerName === undefined ? {} : { containerName }) },
    ...flattened(uri, children, name),
  ]);
}

function toFoldingRanges(text: Text, ranges: readonly OffsetRange[]): FoldingRange[] {
  return ranges.map((range) => {
    const { start, end } = toRange(text, range);
    const { line: startLine, character: startCharacter } = start;
    return { startLine, startCharacter, endLine: end.line, endCharacter: end.character };
  });
}

/** Nests ranges, given innermost first, as LSP does. */
function toSelectionRange(text: Text, ranges: readonly OffsetRange[], offset: number): SelectionRange {
  let outer: SelectionRange | undefined;
  for (const range of [...ranges].reverse()) {
    outer = { range: toRange(text, range), ...(outer === undefined ? {} : { parent: outer }) };
  }
  return outer ?? { range: toRange(text, { from: offset, to: offset }) };
}

const highlightKinds = {
  text: DocumentHighlightKind.Text,
  read: DocumentHighlightKind.Read,
  write: DocumentHighlightKind.Write,
};

function toHighlights(text: Text, highlights: readonly Highlight[]): DocumentHighlight[] {
  return highlights.map(({ kind, ...range }) => ({
    range: toRange(text, range),
    kind: highlightKinds[kind],
  }));
}

function toLinks(text: Text, uri: string, definitions: readonly Definition[]): LocationLink[] {
  return definitions.map((definition) => ({
    targetUri: uri,
    targetRange: toRange(text, definition),
    targetSelectionRange: toRange(text, { from: definition.selectionFrom, to: definition.selectionTo }),
    originSelectionRange: toRange(text, { from: definition.originFrom, to: definition.originTo }),
  }));
}

/** Definitions for a client without link support: only the ranges of their names. */
function toLocations(uri: string, links: readonly LocationLink[]): Location[] {
  return links.map(({ targetSelectionRange }) => ({ uri, range: targetSelectionRange }));
}
