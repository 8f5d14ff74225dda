import {
  type ClientCapabilities,
  type CodeLens,
  type Command,
  type DocumentHighlight,
  DocumentHighlightKind,
  type DocumentSymbol,
  type FoldingRange,
  type Location,
  type LocationLink,
  type SelectionRange,
  type SymbolInformation,
  SymbolKind,
} from 'vscode-languageserver';
import type { Lens } from '../core/features/lenses/lens';
import type { OutlineKind, OutlineNode } from '../core/features/outline/symbols';
import type { Definition } from '../core/features/tools/definitions';
import type { Highlight } from '../core/features/tools/highlights';
import type { Text } from '../core/text/text';
import { toRange } from './convert';

type Offsets = { readonly from: number; readonly to: number };

/** What the client can do with the outline and with definitions. */
export interface StructureClient {
  readonly nestsSymbols: boolean;
  readonly followsLinks: boolean;
}

export function structureClientOf({ textDocument }: ClientCapabilities): StructureClient {
  return {
    nestsSymbols: textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport === true,
    followsLinks: textDocument?.definition?.linkSupport === true,
  };
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
export function toSymbols(text: Text, nodes: readonly OutlineNode[]): DocumentSymbol[] {
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
export function flattened(
  uri: string,
  symbols: readonly DocumentSymbol[],
  containerName?: string,
): SymbolInformation[] {
  return symbols.flatMap(({ name, kind, range, children = [] }) => [
    { name, kind, location: { uri, range }, ...(containerName === undefined ? {} : { containerName }) },
    ...flattened(uri, children, name),
  ]);
}

export function toFoldingRanges(text: Text, stretches: readonly Offsets[]): FoldingRange[] {
  return stretches.map((stretch) => {
    const { start, end } = toRange(text, stretch);
    const { line: startLine, character: startCharacter } = start;
    return { startLine, startCharacter, endLine: end.line, endCharacter: end.character };
  });
}

/** Ranges from the innermost outwards, as LSP nests them. */
export function toSelectionRange(text: Text, ranges: readonly Offsets[], offset: number): SelectionRange {
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

export function toHighlights(text: Text, highlights: readonly Highlight[]): DocumentHighlight[] {
  return highlights.map(({ kind, ...range }) => ({
    range: toRange(text, range),
    kind: highlightKinds[kind],
  }));
}

export function toLinks(text: Text, uri: string, definitions: readonly Definition[]): LocationLink[] {
  return definitions.map((definition) => ({
    targetUri: uri,
    targetRange: toRange(text, definition),
    targetSelectionRange: toRange(text, { from: definition.selectionFrom, to: definition.selectionTo }),
    originSelectionRange: toRange(text, { from: definition.originFrom, to: definition.originTo }),
  }));
}

/** Definitions for a client that does not know links: only their names. */
export function toLocations(uri: string, links: readonly LocationLink[]): Location[] {
  return links.map(({ targetSelectionRange }) => ({ uri, range: targetSelectionRange }));
}

/** Lenses that do something run the client's commands; the others only say something. */
const lensCommands: Partial<Record<Lens['kind'], string>> = {
  log: 'trajectory.logTrajectories',
  train: 'trajectory.createTrainingJob',
  line: 'trajectory.expandLine',
};

/**
 * Lenses whose commands are still to be resolved. VS Code asks for those that come into sight. Of a lens that has its
 * command it makes a widget at once, and when all lines change, it goes through all widgets for each line.
 */
export function toLenses(text: Text, uri: string, lenses: readonly Lens[]): CodeLens[] {
  return lenses.map(({ kind, title, ...range }) => {
    const command = lensCommands[kind];
    const place = toRange(text, range);
    const argument = kind === 'line' ? { uri, line: place.start.line } : { uri };
    const data: Command =
      command === undefined ? { title, command: '' } : { title, command, arguments: [argument] };
    return { range: place, data };
  });
}

/** A lens with its command. */
export function resolveLens({ range, data }: CodeLens): CodeLens {
  return { range, command: data as Command };
}
