import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type CodeAction,
  CodeActionRequest,
  type CompletionItem,
  type CompletionList,
  CompletionRequest,
  CompletionResolveRequest,
  type Diagnostic,
  type Hover,
  HoverRequest,
  InsertTextFormat,
  LSPErrorCodes,
  type MarkupContent,
  type SnippetTextEdit,
  type TextDocumentEdit,
  type TextEdit,
} from 'vscode-languageserver-protocol/node';
import { offsetAt, positionAt, stringOf, textOf } from '../../../server/core/text/text';
import { describeRequest, locateRequest, recentModelIdsNotification } from '../../../server/protocol';
import { asMostEditors, type Client, useServer } from '../client';

const server = useServer();
let client: Client;
beforeAll(async () => {
  client = await server.start();
});

let documents = 0;
const newUri = (suffix = 'trajectory.json') => `file:///folder/responses-${++documents}.${suffix}`;
const model = '3f2a1b9c-7d54-4e0a-9c61-5b8f0d2e4a77';

async function opened(
  text: string,
  { suffix = 'trajectory.json', languageId = 'trajectory' } = {},
): Promise<string> {
  const uri = newUri(suffix);
  await client.open(uri, text, { languageId });
  return uri;
}

async function diagnosticsOf(
  text: string,
  how?: { suffix?: string; languageId?: string },
): Promise<Diagnostic[]> {
  return (await client.diagnostics(await opened(text, how), 1)).diagnostics;
}

/** The text without its `|`, and the position of the `|`. */
function cursor(marked: string) {
  const offset = marked.indexOf('|');
  const text = marked.slice(0, offset) + marked.slice(offset + 1);
  return { text, position: positionAt(textOf(text), offset) };
}

async function completionsAt(marked: string): Promise<CompletionItem[]> {
  const { text, position } = cursor(marked);
  const textDocument = { uri: await opened(text) };
  const list = await client.connection.sendRequest(CompletionRequest.type, { textDocument, position });
  return list === null ? [] : Array.isArray(list) ? list : list.items;
}

async function hoverAt(marked: string): Promise<Hover | null> {
  const { text, position } = cursor(marked);
  const textDocument = { uri: await opened(text) };
  return client.connection.sendRequest(HoverRequest.type, { textDocument, position });
}

async function actionsFor(
  from: Client,
  { uri, diagnostic, only }: { uri: string; diagnostic: Diagnostic; only?: string[] },
): Promise<CodeAction[]> {
  const context = { diagnostics: [diagnostic], ...(only === undefined ? {} : { only }) };
  const params = { textDocument: { uri }, range: diagnostic.range, context };
  return ((await from.connection.sendRequest(CodeActionRequest.type, params)) ?? []) as CodeAction[];
}

describe('A diagnostic', () => {
  it('has a range in lines and characters, a severity, a code and a link to its explanation', async () => {
    const text =
      '{\r\n  "split": "😀",\r\n  "trajectory_groups": [{"trajectories": [{"reward": "0.5"}]}]\r\n}';
    expect(await diagnosticsOf(text)).toEqual([
      {
        range: { start: { line: 2, character: 53 }, end: { line: 2, character: 58 } },
        severity: 1,
        code: 'wrong-type',
        codeDescription: { href: expect.stringMatching(/^file:.*\/docs\/problems\.md#wrong-type$/) },
        source: 'trajectory',
        message: 'reward must be a number; found the string "0.5".',
      },
    ]);
  });

  it('links to the other occurrence of a duplicate key', async () => {
    const [diagnostic] = await diagnosticsOf(
      '{"split": "a",\n"split": "b", "trajectory_groups": [{"trajectories": [{}]}]}',
    );
    expect(diagnostic).toMatchObject({
      code: 'duplicate-key',
      severity: 2,
      range: { start: { line: 0, character: 1 } },
    });
    expect(diagnostic!.relatedInformation).toEqual([
      {
        location: {
          uri: expect.stringContaining('responses-'),
          range: { start: { line: 1, character: 0 }, end: { line: 1, character: 7 } },
        },
        message: 'The one that most parsers keep.',
      },
    ]);
  });

  it.each([
    ['trajectory-jsonl', 'trajectories.jsonl'],
    ['jsonl', 'trajectories.jsonl'],
    ['training-config', 'training-config.json'],
    ['json', 'training-config.json'],
  ])(
    'depends on the language, or on the file name if the language is not ours: %s, %s',
    async (languageId, suffix) => {
      const isLines = suffix.endsWith('l');
      const text = isLines ? '{"trajectories": [{}]}\n{"trajectories": 1}' : '{"epsilon": "0.2"}';
      const found = await diagnosticsOf(text, { languageId, suffix });
      expect(found.map(({ code, range }) => [code, range.start.line])).toEqual([
        ['wrong-type', isLines ? 1 : 0],
      ]);
    },
  );
});

describe('JSON Lines', () => {
  it('have nothing to send without a line, which is said once something is typed', async () => {
    const lines = { languageId: 'trajectory-jsonl', suffix: 'trajectories.jsonl' };
    expect(await diagnosticsOf('', lines)).toEqual([]);
    expect((await diagnosticsOf('\n', lines)).map(({ code }) => code)).toEqual(['nothing-to-send']);
  });

  it('have diagnostics for a broken line without affecting the others', async () => {
    const lines = [
      '{"trajectories": [{"reward": 1}]}',
      '{"trajectories": [{"reward": ',
      '',
      '{"trajectories": [{"reward": "1"}]}',
    ];
    const found = await diagnosticsOf(lines.join('\n'), {
      languageId: 'trajectory-jsonl',
      suffix: 'trajectories.jsonl',
    });
    expect(found.map(({ code, range }) => [range.start.line, code])).toEqual([
      [1, 'syntax'],
      [3, 'wrong-type'],
    ]);
  });

  it('are described line by line, without blank lines', async () => {
    const text = '{"trajectories": [{}, {}]}\n\n{"trajectories": []}\n';
    const uri = await opened(text, { languageId: 'trajectory-jsonl', suffix: 'trajectories.jsonl' });
    expect(await client.ask(describeRequest, { uri })).toEqual({
      version: 1,
      kind: 'group-lines',
      errors: 0,
      warnings: 0,
      split: null,
      modelId: null,
      groups: { kind: 'items', bounds: '0,26,28,48' },
      config: null,
      groupCount: 2,
      trajectoryCount: 2,
      mixedLine: null,
    });
    const paths = [[1, 'trajectories'], [7]];
    const [found, lost] = (await client.ask(locateRequest, { uri, version: 1, paths }))!;
    expect(found).toMatchObject({ from: 45, to: 47, start: { line: 2, character: 17 }, matched: 2 });
    expect(lost).toMatchObject({ matched: 0 });
  });
});

describe('Completion', () => {
  it('offers documented keys in place of a half-typed one', async () => {
    const items = await completionsAt('{"split": "train", "traj|"}');
    expect(items.map(({ label }) => label)).toContain('trajectory_groups');
    const { textEdit } = items.find(({ label }) => label === 'trajectory_groups')!;
    expect(textEdit).toMatchObject({ newText: expect.stringContaining('"trajectory_groups"') });
  });

  it('offers recent model ids as soon as the client sends them', async () => {
    const marked = '{"model_id": |, "trajectory_groups": []}';
    const offersIt = async () => (await completionsAt(marked)).some(({ label }) => label.includes(model));
    expect(await offersIt()).toBe(false);
    await client.connection.sendNotification(recentModelIdsNotification, { modelIds: [model] });
    expect(await offersIt()).toBe(true);
    // Logging takes any id.
    await client.connection.sendNotification(recentModelIdsNotification, { modelIds: ['support-agent'] });
    const labels = (await completionsAt(marked)).map(({ label }) => label);
    expect(labels.filter((label) => label.includes('support'))).toEqual([]);
    const [others, few] = [100, 99].map((count) => Array.from({ length: count }, () => randomUUID()));
    await client.connection.sendNotification(recentModelIdsNotification, { modelIds: [...few!, model] });
    expect(await offersIt()).toBe(true);
    await client.connection.sendNotification(recentModelIdsNotification, { modelIds: [...others!, model] });
    expect(await offersIt()).toBe(false);
    await client.connection.sendNotification(recentModelIdsNotification, { modelIds: [] });
    expect(await offersIt()).toBe(false);
  });

  it('sends item defaults once, and documentation on resolve, to clients that support it', async () => {
    const item = {
      snippetSupport: true,
      insertReplaceSupport: true,
      resolveSupport: { properties: ['documentation'] },
    };
    const list = { itemDefaults: ['editRange', 'insertTextFormat'] };
    const able = await server.start({
      capabilities: { textDocument: { completion: { completionItem: item, completionList: list } } },
    });
    const { text, position } = cursor('{"tr|aj": 1}');
    await able.open('file:///able.trajectory.json', text);
    const textDocument = { uri: 'file:///able.trajectory.json' };
    const answer = await able.connection.sendRequest(CompletionRequest.type, { textDocument, position });
    const { items, itemDefaults } = answer as CompletionList;
    const [start, at, end] = [2, 4, 6].map((character) => ({ line: 0, character }));
    expect(itemDefaults).toEqual({
      editRange: { insert: { start, end: at }, replace: { start, end } },
      insertTextFormat: InsertTextFormat.Snippet,
    });
    const groups = items.find(({ label }) => label === 'trajectory_groups')!;
    expect(groups).toMatchObject({ textEditText: 'trajectory_groups', filterText: 'trajectory_groups' });
    for (const name of ['textEdit', 'documentation']) expect(groups).not.toHaveProperty(name);
    // Stays the same after the text changes: an editor keeps filtering its current list.
    await able.change(textDocument.uri, 2, [{ text: '' }]);
    const resolved = await able.connection.sendRequest(CompletionResolveRequest.type, groups);
    expect(resolved).toEqual({ ...groups, documentation: 'The trajectory groups to record.' });
    expect(await able.end()).toBe(0);
  });

  it('replaces the value at the cursor even if the client can also insert before it', async () => {
    const item = { insertReplaceSupport: true };
    const able = await server.start({
      capabilities: { textDocument: { completion: { completionItem: item } } },
    });
    const { text, position } = cursor('{"split": |"train"}');
    const uri = 'file:///able.trajectory.json';
    await able.open(uri, text);
    const answer = await able.connection.sendRequest(CompletionRequest.type, {
      textDocument: { uri },
      position,
    });
    const end = { line: 0, character: 17 };
    expect((answer as CompletionList).items.find(({ label }) => label === '"val"')!.textEdit).toEqual({
      range: { start: position, end },
      newText: '"val"',
    });
    expect(await able.end()).toBe(0);
  });

  it('sends everything at once, without snippets, to other clients', async () => {
    const { textEdit, documentation, insertTextFormat } = (await completionsAt('{|}')).find(
      ({ label }) => label === 'trajectory_groups',
    )!;
    const at = { line: 0, character: 1 };
    expect(textEdit).toEqual({
      range: { start: at, end: at },
      newText: expect.stringMatching(/^"traj[^$]*\]$/),
    });
    expect(documentation).toBe('The trajectory groups to record.');
    expect(insertTextFormat).toBe(InsertTextFormat.PlainText);
  });

  it.each([
    '|',
    '{|',
    '{"|',
    '[|',
    '{"split": |',
    '"|',
    '{"trajectory_groups": [{"trajectories": [{|',
    '|{}',
    '\ud83d|',
  ])('returns a list in %j', async (marked) => {
    expect(Array.isArray(await completionsAt(marked))).toBe(true);
  });
});

describe('Hover', () => {
  it('shows the documentation of a key', async () => {
    const hover = await hoverAt('{"sp|lit": "train"}');
    expect((hover!.contents as MarkupContent).value).toContain('Split');
    expect(hover!.range).toEqual({ start: { line: 0, character: 1 }, end: { line: 0, character: 8 } });
  });

  it.each([
    '[run](command:workbench.action.quit)',
    '![i](https://example.com/i.png)',
    '<img src=x onerror=alert(1)>',
    '`a` **b** _c_ # d',
    '$(alert) &lt;b&gt; https://example.com',
  ])('shows %s literally, never as markup', async (name) => {
    const hover = await hoverAt(`{"|${name}": 1}`);
    const { kind, value } = hover!.contents as MarkupContent;
    expect(kind).toBe('markdown');
    // Inside a code span, or with a backslash before each character that could be markup.
    const inCode = value.match(/(`+) ?[^\n]*? ?\1/g) ?? [];
    const outside = inCode.reduce((rest, span) => rest.replace(span, ''), value);
    const isInCode = inCode.some((span) => span.includes(name));
    expect(isInCode || outside.replace(/\\[!-/:-@[-`{-~]/g, '').match(/[[\]<>`*_#$&]/) === null, value).toBe(
      true,
    );
  });

  it('returns null where there is nothing to describe', async () => {
    expect(await hoverAt('{} |')).toBeNull();
  });
});

describe('Quick fixes', () => {
  it.each([
    ['wrong-type', '{"split": "s", "trajectory_groups": [{"trajectories": [{"reward": "0.5"}]}]}'],
    ['null-value', '{"split": "s", "trajectory_groups": [{"trajectories": [{"reward": null, "logs": []}]}]}'],
    [
      'not-utc',
      '{"split": "s", "trajectory_groups": [{"trajectories": [{"start_time": "2026-03-14T10:26:53+01:00"}]}]}',
    ],
    ['unknown-property', '{"split": "s", "trajectory_groups": [{"trajectories": [{"rewrad": 1}]}]}'],
    ['duplicate-key', '{"split": "s", "split": "t", "trajectory_groups": [{"trajectories": [{}]}]}'],
    ['syntax', '{"split": "s", "trajectory_groups": [{"trajectories": [{},]}]}'],
    ['missing-property', '{"trajectory_groups": [{"trajectories": [{}]}]}'],
  ])('for %s refer to the diagnostic and remove it', async (code, text) => {
    const uri = await opened(text);
    const { diagnostics } = await client.diagnostics(uri, 1);
    expect(diagnostics.map((diagnostic) => diagnostic.code)).toEqual([code]);
    const [action] = await actionsFor(client, { uri, diagnostic: diagnostics[0]! });
    expect(action).toMatchObject({ kind: 'quickfix', diagnostics });
    const fixed = apply(text, action!.edit!.changes![uri]!);
    expect((await diagnosticsOf(fixed)).map((diagnostic) => diagnostic.code)).not.toContain(code);
  });

  it('are left out when the client asks for other actions', async () => {
    const uri = await opened('{"trajectory_groups": [{"trajectories": [{}]}]}');
    const [diagnostic] = (await client.diagnostics(uri, 1)).diagnostics;
    expect(await actionsFor(client, { uri, diagnostic: diagnostic!, only: ['refactor'] })).toEqual([]);
    expect(await actionsFor(client, { uri, diagnostic: diagnostic!, only: ['quickfix'] })).not.toEqual([]);
  });

  it('place the cursor and name the document version if the client supports snippets', async () => {
    const able = await server.start({
      capabilities: {
        ...asMostEditors,
        workspace: { workspaceEdit: { documentChanges: true, snippetEditSupport: true } },
      },
    });
    const uri = newUri();
    await able.open(uri, '{"trajectory_groups": [{"trajectories": [{}]}]}', { version: 4 });
    const [diagnostic] = (await able.diagnostics(uri, 4)).diagnostics;
    const [action] = await actionsFor(able, { uri, diagnostic: diagnostic! });
    const [change] = action!.edit!.documentChanges as TextDocumentEdit[];
    expect(change!.textDocument).toEqual({ uri, version: 4 });
    expect(change!.edits.some((edit) => (edit as SnippetTextEdit).snippet?.value.includes('$0'))).toBe(true);
    // The editor indents each new line of a snippet as it does the line that it is inserted in.
    await able.open(`${uri}l`, '{\n    "trajectory_groups": [{}]\n}', { languageId: 'trajectory' });
    const [missing] = (await able.diagnostics(`${uri}l`, 1)).diagnostics;
    const [laidOut] = await actionsFor(able, { uri: `${uri}l`, diagnostic: missing! });
    const [{ edits }] = laidOut!.edit!.documentChanges as [TextDocumentEdit];
    expect(edits).toMatchObject([{ snippet: { value: '"split": "$0",\n' } }]);
    expect(await able.end()).toBe(0);
  });
});

describe('A request while a document is sent', () => {
  it('is answered for the described version, even after an edit', async () => {
    const uri = await opened('{"split": "s", "trajectory_groups": []}');
    expect(await client.ask(describeRequest, { uri })).toMatchObject({
      version: 1,
      kind: 'log-request',
      split: 's',
    });
    await client.change(uri, 2, [{ text: '\n\n{"split": "s", "trajectory_groups": []}' }]);
    const locate = (version: number) => client.ask(locateRequest, { uri, version, paths: [['split']] });
    expect(await locate(1)).toMatchObject([{ start: { line: 0 } }]);
    expect(await locate(2)).toMatchObject([{ start: { line: 2 } }]);
    expect(await locate(3)).toBeNull();
  });

  it('is not answered once the document is closed, because it may be reopened with other text', async () => {
    const uri = await opened('{"split": "s", "trajectory_groups": []}');
    const locate = () => client.ask(locateRequest, { uri, version: 1, paths: [['split']] });
    await client.ask(describeRequest, { uri });
    await client.close(uri);
    expect(await locate()).toBeNull();
    await client.open(uri, '\n{"split": "t"}', { version: 1 });
    expect(await locate()).toBeNull();
    await client.ask(describeRequest, { uri });
    expect(await locate()).toMatchObject([{ start: { line: 1 } }]);
  });
});

describe('A request for a document that is not open', () => {
  it('is rejected, and later requests still work', async () => {
    const closed = await opened('{}');
    await client.close(closed);
    for (const uri of [closed, newUri()]) {
      const at = { textDocument: { uri }, position: { line: 0, character: 0 } };
      const changed = { code: LSPErrorCodes.ContentModified };
      await expect(client.connection.sendRequest(CompletionRequest.type, at)).rejects.toMatchObject(changed);
      await expect(client.connection.sendRequest(HoverRequest.type, at)).rejects.toMatchObject(changed);
      expect(await client.ask(describeRequest, { uri })).toBeNull();
      expect(await client.ask(locateRequest, { uri, version: 1, paths: [[]] })).toBeNull();
    }
    expect(await diagnosticsOf('{"split": 1, "trajectory_groups": [{"trajectories": [{}]}]}')).toHaveLength(
      1,
    );
  });
});

function apply(content: string, edits: readonly TextEdit[]): string {
  const text = textOf(content);
  const placed = edits.map(({ range, newText }) => ({
    from: offsetAt(text, range.start),
    to: offsetAt(text, range.end),
    newText,
  }));
  placed.sort((a, b) => b.from - a.from);
  return placed.reduce(
    (result, { from, to, newText }) => result.slice(0, from) + newText + result.slice(to),
    stringOf(text),
  );
}

it('messages escape characters that hide or reverse text', async () => {
  const hidden = '\u202e\u2066\u001b\u0007';
  const [diagnostic] = await diagnosticsOf(JSON.stringify({ trajectories: [{ reward: `a${hidden}b` }] }));
  expect(diagnostic?.code).toBe('wrong-type');
  expect(diagnostic?.message).toMatch(/^[\x20-\x7e]*$/);
  expect(diagnostic?.message).toContain('\\u202e');
});
