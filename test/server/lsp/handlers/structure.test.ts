import { describe, expect, it } from 'vitest';
import {
  type DefinitionLink,
  DefinitionRequest,
  type DocumentSymbol,
  DocumentSymbolRequest,
  ErrorCodes,
  type Location,
  type Range,
  SelectionRangeRequest,
  type SymbolInformation,
  SymbolKind,
  type TextDocumentClientCapabilities,
} from 'vscode-languageserver-protocol/node';
import { positionAt, sliceText, textOf } from '../../../../server/core/text/text';
import { toOffsetRange } from '../../../../server/lsp/toLsp';
import { useServer } from '../../client';

const server = useServer();
const uri = 'file:///folder/structure.trajectory.json';
const message = '{"tool_calls": [{"function": {"name": "look"}}]}';
const tool = '{"function": {"name": "look"}}';
const trajectory = `{"messages_and_choices": [\n${message}\n], "tools": [\n${tool}\n]}`;
const text = textOf(`{"trajectories": [${trajectory}]}`);

async function opened(textDocument: TextDocumentClientCapabilities) {
  const client = await server.start({ capabilities: { textDocument } });
  await client.open(uri, sliceText(text, 0, text.length));
  return client.connection;
}

function at(range: Range | undefined): string | undefined {
  if (range === undefined) return undefined;
  const { from, to } = toOffsetRange(text, range);
  return sliceText(text, from, to);
}

describe('The outline', () => {
  const symbolsFor = async (documentSymbol: TextDocumentClientCapabilities['documentSymbol']) => {
    const connection = await opened(documentSymbol === undefined ? {} : { documentSymbol });
    return connection.sendRequest(DocumentSymbolRequest.type, { textDocument: { uri } });
  };

  it('is nested for a client that supports nested symbols', async () => {
    const symbols = (await symbolsFor({ hierarchicalDocumentSymbolSupport: true })) as DocumentSymbol[];
    expect(symbols.map(({ name }) => name)).toEqual(['Trajectory 1 · 1 message']);
    expect(symbols[0]?.children?.map(({ range }) => at(range))).toEqual([message, tool]);
  });

  it('is flat for any other client, and each symbol names its container', async () => {
    const symbols = (await symbolsFor(undefined)) as SymbolInformation[];
    const outermost = symbols[0]?.name;
    expect(symbols[0]).toEqual({
      name: 'Trajectory 1 · 1 message',
      kind: SymbolKind.Class,
      location: { uri, range: { start: positionAt(text, 18), end: positionAt(text, text.length - 2) } },
    });
    const inside = symbols.filter(({ containerName }) => containerName === outermost);
    expect(inside.map(({ location }) => at(location.range))).toEqual([message, tool]);
    const innermost = symbols.filter(({ name }) => name === 'name');
    expect(innermost.map(({ containerName }) => containerName)).toEqual(['function', 'function']);
  });
});

describe('A definition', () => {
  const definitionsFor = async (definition: TextDocumentClientCapabilities['definition']) => {
    const connection = await opened(definition === undefined ? {} : { definition });
    const position = positionAt(text, sliceText(text, 0, text.length).indexOf('look'));
    return connection.sendRequest(DefinitionRequest.type, { textDocument: { uri }, position });
  };

  it('is a link for a client that supports links', async () => {
    const [link, ...others] = (await definitionsFor({ linkSupport: true })) as DefinitionLink[];
    expect(others).toEqual([]);
    expect(at(link?.targetRange)).toBe(tool);
    expect(at(link?.originSelectionRange)).toBe('look');
  });

  it('is the location of the name for any other client', async () => {
    const locations = (await definitionsFor(undefined)) as Location[];
    const start = { line: 3, character: tool.indexOf('look') };
    const end = { line: 3, character: start.character + 'look'.length };
    expect(locations).toEqual([{ uri, range: { start, end } }]);
  });
});

describe('Selection ranges', () => {
  it('are found for at most 10,000 positions at once', async () => {
    const connection = await opened({});
    const selectedAt = (count: number) =>
      connection.sendRequest(SelectionRangeRequest.type, {
        textDocument: { uri },
        positions: Array.from({ length: count }, () => ({ line: 1, character: 2 })),
      });
    expect(await selectedAt(10_000)).toHaveLength(10_000);
    await expect(selectedAt(10_001)).rejects.toMatchObject({ code: ErrorCodes.InvalidParams });
  });
});
