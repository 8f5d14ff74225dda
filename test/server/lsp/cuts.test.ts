import { beforeAll, describe, expect, it } from 'vitest';
import {
  type CodeAction,
  CodeActionRequest,
  CodeActionResolveRequest,
  DocumentFormattingRequest,
  DocumentHighlightRequest,
  DocumentOnTypeFormattingRequest,
  DocumentRangeFormattingRequest,
  LogMessageNotification,
  MessageType,
  SelectionRangeRequest,
  ShowMessageNotification,
} from 'vscode-languageserver-protocol/node';
import { expandLineRequest } from '../../../server/protocol';
import { asMostEditors, type Client, useServer } from '../client';

const server = useServer();
let client: Client;
beforeAll(async () => {
  client = await server.start({
    capabilities: {
      textDocument: {
        codeAction: {
          ...asMostEditors.textDocument?.codeAction,
          dataSupport: true,
          resolveSupport: { properties: ['edit'] },
        },
      },
    },
  });
});

let documents = 0;
async function opened(text: string, languageId = 'trajectory'): Promise<{ uri: string }> {
  const uri = `file:///folder/cuts-${++documents}.trajectory.json`;
  await client.open(uri, text, { languageId });
  return { uri };
}

/** The next message that the server shows. */
const shown = () =>
  new Promise<{ type: number; message: string }>((resolve) => {
    client.connection.onNotification(ShowMessageNotification.type, resolve);
  });

/** The next message that the server logs. */
const logged = () =>
  new Promise<string>((resolve) => {
    client.connection.onNotification(LogMessageNotification.type, ({ type, message }) => {
      if (type === MessageType.Info) resolve(message);
    });
  });

const options = { tabSize: 2, insertSpaces: true };

describe('The server logs the truncation', () => {
  it('of highlights', async () => {
    const message = logged();
    const items = Array(1001).fill('{"x": 1}').join();
    const textDocument = await opened(`{"messages_and_choices": [${items}]}`);
    const position = { line: 0, character: 28 };
    const found = await client.connection.sendRequest(DocumentHighlightRequest.type, {
      textDocument,
      position,
    });
    expect(found).toHaveLength(1000);
    expect(await message).toBe(`Only the highlights nearest to line 1 of ${textDocument.uri} are listed.`);
  });

  it('of selection ranges', async () => {
    const message = logged();
    const textDocument = await opened(`[\n${'['.repeat(500)}${']'.repeat(500)}\n]`);
    const positions = [{ line: 1, character: 500 }];
    await client.connection.sendRequest(SelectionRangeRequest.type, { textDocument, positions });
    expect(await message).toBe(
      `Only the selection ranges nearest to line 2 of ${textDocument.uri} are listed.`,
    );
  });

  it('of the indentation at a closing bracket', async () => {
    const message = logged();
    const content = `[${'\n['.repeat(9000)}${'\n]'.repeat(9000)}`;
    const textDocument = await opened(`${content}\n]`);
    const params = { textDocument, position: { line: 18_000, character: 1 }, ch: ']', options };
    expect(await client.connection.sendRequest(DocumentOnTypeFormattingRequest.type, params)).toEqual([]);
    expect(await message).toContain('Not indented');
  });
});

describe('The server tells the user', () => {
  const deep = `[${Array(500)
    .fill('['.repeat(400) + ']'.repeat(400))
    .join()}]`;
  it('that formatting would make a document too long', async () => {
    const message = shown();
    const textDocument = await opened(deep);
    const found = await client.connection.sendRequest(DocumentFormattingRequest.type, {
      textDocument,
      options,
    });
    expect(found === null).toBe(true);
    expect(await message).toEqual({
      type: MessageType.Warning,
      message:
        'Not formatted: indentation would add more than 15 MB and make the text more than twice as long.',
    });
  });

  it('that formatting would make a range too long', async () => {
    const message = shown();
    const textDocument = await opened(deep);
    const range = { start: { line: 0, character: 0 }, end: { line: 1, character: 0 } };
    await client.connection.sendRequest(DocumentRangeFormattingRequest.type, {
      textDocument,
      range,
      options,
    });
    expect((await message).message).toContain('Not formatted');
  });

  it('that expanding would make a line too long', async () => {
    const message = shown();
    const textDocument = await opened(`{}\n${deep}`, 'trajectory-jsonl');
    const params = { ...textDocument, version: 1, line: 1 };
    expect((await client.ask(expandLineRequest, params)) === deep).toBe(true);
    expect((await message).message).toContain('Line 2 is not formatted');
  });

  it.each(['quickfix', 'source.fixAll'])('that %s leaves problems unfixed', async (kind) => {
    const message = shown();
    const items = Array(50_001).fill('{"reward": "1"}').join();
    const content = `{"split": "a", "trajectory_groups": [{"trajectories": [${items}]}]}`;
    const textDocument = await opened(content);
    const at = { line: 0, character: content.indexOf('"1"') };
    const actions = (await client.connection.sendRequest(CodeActionRequest.type, {
      textDocument,
      range: { start: at, end: at },
      context: { diagnostics: [], only: [kind] },
    })) as CodeAction[];
    await client.connection.sendRequest(CodeActionResolveRequest.type, actions.at(-1)!);
    expect((await message).message).toBe(
      'Too many problems to fix at once: only the first were fixed. Run this again to fix the rest.',
    );
  });
});
