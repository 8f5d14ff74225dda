import {
  type DefinitionParams,
  type DocumentHighlight,
  DocumentHighlightKind,
  type DocumentHighlightParams,
  type DocumentSymbol,
  type DocumentSymbolParams,
  type FoldingRange,
  type FoldingRangeParams,
  type Location,
  type LocationLink,
  type ReferenceParams,
  type ResponseError,
  type SelectionRange,
  type SelectionRangeParams,
  type SymbolInformation,
  SymbolKind,
} from 'vscode-languageserver';
import { foldingLines, foldingStretches } from '../core/features/folding';
import { documentSymbols, type OutlineKind, type OutlineNode } from '../core/features/outline/symbols';
import { selectionRanges } from '../core/features/selectionRanges';
import { type Definition, definitionsOf, referencesOf } from '../core/features/tools/definitions';
import { type Highlight, highlights } from '../core/features/tools/highlights';
import { offsetAt, type Text } from '../core/text/text';
import { at, tellOfCut, withDocument } from './answers';
import { toRange } from './convert';
import type { Host } from './feature';

type Offsets = { readonly from: number; readonly to: number };

type Answer<Result> = Promise<Result | null | ResponseError<void>>;

export function symbolsOf(
  host: Host,
  { textDocument: { uri } }: DocumentSymbolParams,
): Answer<DocumentSymbol[] | SymbolInformation[]> {
  return withDocument(host, uri, (document) => {
    const symbols = toSymbols(document.text, documentSymbols(document));
    return host.client.structure.nestsSymbols ? symbols : flattened(uri, symbols);
  });
}

export function foldingRangesOf(host: Host, { textDocument }: FoldingRangeParams): Answer<FoldingRange[]> {
  return withDocument(host, textDocument.uri, (document) => {
    const { foldsWholeLines, limit } = host.client.folding;
    // One more than the client wants: from that it knows that there are more, and says so.
    return foldsWholeLines
      ? foldingLines(document, limit + 1)
      : toFoldingRanges(document.text, foldingStretches(document, limit + 1));
  });
}

export function selectionRangesAt(
  host: Host,
  { textDocument, positions }: SelectionRangeParams,
): Answer<SelectionRange[]> {
  return withDocument(host, textDocument.uri, (document) =>
    positions.map((position) => {
      const offset = offsetAt(document.text, position);
      const { ranges, isCut } = selectionRanges(document, offset);
      if (isCut) tellOfCut(host.connection, 'selection ranges', { textDocument, position });
      return toSelectionRange(document.text, ranges, offset);
    }),
  );
}

export function highlightsAt(host: Host, params: DocumentHighlightParams): Answer<DocumentHighlight[]> {
  return at(host, params, (document, offset) => {
    const found = highlights(document, offset);
    if (found?.isCut === true) tellOfCut(host.connection, 'highlights', params);
    return found && toHighlights(document.text, found.places);
  });
}

export function definitionsAt(host: Host, params: DefinitionParams): Answer<LocationLink[] | Location[]> {
  return at(host, params, (document, offset) => {
    const { definitions, isCut } = definitionsOf(document, offset);
    if (isCut) tellOfCut(host.connection, 'definitions', params);
    const { uri } = params.textDocument;
    const links = toLinks(document.text, uri, definitions);
    return host.client.structure.followsLinks ? links : toLocations(uri, links);
  });
}

export function referencesAt(host: Host, params: ReferenceParams): Answer<Location[]> {
  return at(host, params, (document, offset) => {
    const { places, isCut } = referencesOf(document, offset, params.context.includeDeclaration);
    if (isCut) tellOfCut(host.connection, 'references', params);
    const { uri } = params.textDocument;
    return places.map((place) => ({ uri, range: toRange(document.text, place) }));
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

/** The outline; it is no deeper than the feature makes it, so recursion is safe here. */
function toSymbols(text: Text, nodes: readonly OutlineNode[]): DocumentSymbol[] {
  return nodes.map(({ name, detail, kind, children, selectionFrom, selectionTo, ...range }) => {
    const symbol: DocumentSymbol = {
      name,
      kind: symbolKinds[kind],
      range: toRange(text, range),
      selectionRange: toRange(text, { from: selectionFrom, to: selectionTo }),
    };
    // There are thousands of entries: what is empty is left out.
    if (detail !== '') symbol.detail = detail;
    if (children.length > 0) symbol.children = toSymbols(text, children);
    return symbol;
  });
}

/** The outline for a client that does not nest symbols: each names the one that it is in. */
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

function toFoldingRanges(text: Text, stretches: readonly Offsets[]): FoldingRange[] {
  return stretches.map((stretch) => {
    const { start, end } = toRange(text, stretch);
    const { line: startLine, character: startCharacter } = start;
    return { startLine, startCharacter, endLine: end.line, endCharacter: end.character };
  });
}

/** Ranges from the innermost outwards, as LSP nests them. */
function toSelectionRange(text: Text, ranges: readonly Offsets[], offset: number): SelectionRange {
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

function toHighlights(text: Text, places: readonly Highlight[]): DocumentHighlight[] {
  return places.map(({ kind, ...range }) => ({
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

/** Definitions for a client that does not know links: only their names. */
function toLocations(uri: string, links: readonly LocationLink[]): Location[] {
  return links.map(({ targetSelectionRange }) => ({ uri, range: targetSelectionRange }));
}
