import { describe, expect, it } from 'vitest';
import {
  type ClientCapabilities,
  type CodeAction,
  CodeActionRequest,
  CodeLensRequest,
  CodeLensResolveRequest,
  type CompletionItem,
  type CompletionList,
  CompletionRequest,
  type Diagnostic,
  DocumentSymbolRequest,
  HoverRequest,
  InsertTextMode,
} from 'vscode-languageserver-protocol/node';
import { contributes } from '../../../package.json';
import { languageNames } from '../../../server/core/schema/documentKind';
import { offsetAt, positionAt, textOf } from '../../../server/core/text/text';
import { languages, suffixes } from '../../../server/languageDetection';
import { type ClientOptions, kindNotification } from '../../../server/protocol';
import { asMostEditors, type Client, type Manner, useServer } from '../client';

const server = useServer();
const uri = 'file:///folder/clients.trajectory.json';
const request = '{"split": "s", "trajectory_groups": [{"trajectories": [{"reward": 1}, {"reward": 2}]}]}';

/** A client with an open, analyzed document. */
async function opened(
  text: string,
  { at = uri, languageId = 'trajectory', ...manner }: Manner & { at?: string; languageId?: string } = {},
): Promise<Client> {
  const client = await server.start(manner);
  await client.open(at, text, { languageId });
  await client.settled(at);
  return client;
}

const start = { line: 0, character: 0 };
const everywhere = { start, end: { line: 1000, character: 0 } };
const inDocument = { textDocument: { uri } };

async function ends(client: Client): Promise<void> {
  expect(client.errors).toEqual([]);
  expect(await client.end()).toBe(0);
}

describe('Hover', () => {
  const hoverFor = async (capabilities: ClientCapabilities) => {
    const client = await opened('{"split": "train"}', { capabilities });
    const hover = await client.connection.sendRequest(HoverRequest.type, {
      ...inDocument,
      position: { line: 0, character: 3 },
    });
    await ends(client);
    return hover?.contents;
  };
  const sentences =
    /^The name of the split under which the trajectory groups are recorded\. Its meaning .*\.$/m;

  it.each([
    ['prefers it', ['markdown', 'plaintext'] as const],
    ['supports nothing else', ['markdown'] as const],
  ])('is Markdown without backslashes for a client that %s', async (_, contentFormat) => {
    const contents = await hoverFor({ textDocument: { hover: { contentFormat: [...contentFormat] } } });
    expect(contents).toMatchObject({ kind: 'markdown', value: expect.stringMatching(sentences) });
    expect(contents).toMatchObject({ value: expect.stringMatching(/^\*\*Split\*\*\n/) });
  });

  it.each([
    ['prefers it', { hover: { contentFormat: ['plaintext', 'markdown'] } }],
    ['supports nothing else', { hover: { contentFormat: ['plaintext'] } }],
    ['does not say what it supports', {}],
  ] as const)('is plain text for a client that %s', async (_, textDocument) => {
    const contents = await hoverFor({ textDocument } as ClientCapabilities);
    expect(contents).toMatchObject({ kind: 'plaintext', value: expect.stringMatching(/^Split\nThe name/) });
    expect(contents).toMatchObject({ value: expect.stringMatching(/\nType: string, required\.$/) });
  });
});

describe('Features that only our own client understands', () => {
  const heard = async (initializationOptions: ClientOptions) => {
    const client = await server.start({ initializationOptions });
    const kinds: string[] = [];
    client.connection.onNotification(kindNotification, ({ kind }) => {
      kinds.push(kind);
    });
    await client.open(uri, request);
    await client.settled(uri);
    const lenses = (await client.connection.sendRequest(CodeLensRequest.type, inDocument)) ?? [];
    const resolved = await Promise.all(
      lenses.map((lens) => client.connection.sendRequest(CodeLensResolveRequest.type, lens)),
    );
    await ends(client);
    return { kinds, commands: resolved.map(({ command }) => command?.command) };
  };

  it('are neither sent nor offered to other clients', async () => {
    expect(await heard({})).toEqual({ kinds: [], commands: [''] });
  });

  it('are sent to a client that asks for them', async () => {
    expect(await heard({ documentKinds: true })).toEqual({ kinds: ['log-request'], commands: [''] });
    expect(await heard({ commandLenses: true })).toEqual({
      kinds: [],
      commands: ['trajectory.openView', 'trajectory.logTrajectories', 'trajectory.createTrainingJob', ''],
    });
  });
});

describe('Code actions', () => {
  const wrong = '{"split": "s", "trajectory_groups": [{"trajectories": [{"reward": "1"}]}]}';
  const actionsFor = async (client: Client, only?: string[]) =>
    (await client.connection.sendRequest(CodeActionRequest.type, {
      ...inDocument,
      range: everywhere,
      context: { diagnostics: [], ...(only && { only }) },
    })) as CodeAction[];

  it('are neither announced nor returned to a client that supports only commands', async () => {
    const client = await opened(wrong, { capabilities: { textDocument: { codeAction: {} } } });
    expect(client.initialized.capabilities).not.toHaveProperty('codeActionProvider');
    expect(await actionsFor(client)).toEqual([]);
    expect(await actionsFor(client, ['source.fixAll'])).toEqual([]);
    await ends(client);
  });

  it('are those of the diagnostics that the client sends, wherever the cursor is on their line', async () => {
    const client = await opened(wrong);
    await client.settled(uri);
    const start = { line: 0, character: 0 };
    const titles = async (diagnostics: readonly Diagnostic[]) => {
      const actions = (await client.connection.sendRequest(CodeActionRequest.type, {
        ...inDocument,
        range: { start, end: start },
        context: { diagnostics: [...diagnostics] },
      })) as CodeAction[];
      return actions.map(({ title }) => title);
    };
    const { diagnostics } = client.published(uri).at(-1)!;
    expect(await titles([])).not.toContain('Replace with 1');
    expect(await titles(diagnostics)).toContain('Replace with 1');
    expect(await titles([{ ...diagnostics[0]!, range: null as never }])).not.toContain('Replace with 1');
    await ends(client);
  });

  it('are those at the cursor first, however many the line has', async () => {
    const rewards = Array.from({ length: 25 }, (_, i) => `{"reward": "${i}"}`);
    const text = `{"split": "s", "trajectory_groups": [{"trajectories": [${rewards.join(', ')}]}]}`;
    const client = await opened(text);
    const { diagnostics } = client.published(uri).at(-1)!;
    const actions = (await client.connection.sendRequest(CodeActionRequest.type, {
      ...inDocument,
      range: diagnostics.find(({ range }) => range.start.character > text.length - 20)!.range,
      context: { diagnostics },
    })) as CodeAction[];
    expect(actions[0]!.title).toBe('Replace with 24');
    await ends(client);
  });

  it('have no diagnostic fields that the client does not support', async () => {
    const twice = '{"split": "s", "split": "t", "trajectory_groups": [{"trajectories": [{}]}]}';
    const { codeAction } = asMostEditors.textDocument!;
    const client = await opened(twice, { capabilities: { textDocument: { codeAction: codeAction! } } });
    const [action] = await actionsFor(client);
    expect(action!.diagnostics![0]).toMatchObject({ code: 'duplicate-key' });
    for (const name of ['relatedInformation', 'codeDescription']) {
      expect(action!.diagnostics![0]).not.toHaveProperty(name);
      expect(client.published(uri)[0]!.diagnostics[0]).not.toHaveProperty(name);
    }
    await ends(client);
  });

  it('come with related locations in the diagnostics if the client shows them', async () => {
    const client = await opened(
      '{"split": "s", "split": "t", "trajectory_groups": [{"trajectories": [{}]}]}',
    );
    expect(client.published(uri)[0]!.diagnostics[0]).toMatchObject({
      relatedInformation: [{ location: { uri } }],
      codeDescription: { href: expect.stringMatching(/#duplicate-key$/) },
    });
    await ends(client);
  });
});

describe('Extracting a training config to its own file', () => {
  const text = '{"model_id": "m", "experimental_config": {"epsilon": 1.0}, "trajectory_groups": []}';
  const at = 'file:///folder/run.training-job.json';
  const file = 'file:///folder/run.training-config.json';
  const position = { line: 0, character: text.indexOf('epsilon') };
  const extractionsFor = async (
    workspaceEdit: NonNullable<ClientCapabilities['workspace']>['workspaceEdit'],
  ) => {
    const capabilities = { ...asMostEditors, workspace: { workspaceEdit: workspaceEdit! } };
    const client = await opened(text, { at, capabilities });
    const found = (await client.connection.sendRequest(CodeActionRequest.type, {
      textDocument: { uri: at },
      range: { start: position, end: position },
      context: { diagnostics: [], only: ['refactor.extract'] },
    })) as CodeAction[];
    await ends(client);
    return found.map(({ edit }) => edit);
  };
  const content = { range: { start, end: start }, newText: '{"epsilon": 1.0}\n' };

  it('uses document changes if the client supports them', async () => {
    const found = await extractionsFor({ documentChanges: true, resourceOperations: ['create'] });
    expect(found).toMatchObject([
      { documentChanges: [{ kind: 'create', uri: file }, {}, {}] },
      { documentChanges: [{ kind: 'create', uri: file }, { edits: [content] }] },
    ]);
  });

  it('uses plain edits if the client creates files but does not support document changes', async () => {
    const found = await extractionsFor({ resourceOperations: ['rename', 'create', 'delete'] });
    expect(found).toEqual([
      { changes: { [file]: [content], [at]: [expect.objectContaining({ newText: '' })] } },
      { changes: { [file]: [content] } },
    ]);
  });

  it('is not offered if the client cannot create files', async () => {
    expect(await extractionsFor({ documentChanges: true })).toEqual([]);
  });
});

describe('Completion without snippets', () => {
  /** The text after the item with that label is inserted verbatim at `|`. */
  const completed = async (marked: string, label: string, capabilities = asMostEditors) => {
    const offset = marked.indexOf('|');
    const text = marked.replace('|', '');
    const client = await opened(text, { capabilities });
    const list = (await client.connection.sendRequest(CompletionRequest.type, {
      ...inDocument,
      position: positionAt(textOf(text), offset),
    })) as CompletionList;
    const item = list.items.find((one) => one.label === label)!;
    await ends(client);
    const { range, newText } = item.textEdit as { range: typeof everywhere; newText: string };
    const [from, to] = [range.start, range.end].map((place) => offsetAt(textOf(text), place));
    return { item, text: text.slice(0, from) + newText + text.slice(to) };
  };

  it.each([
    ['two spaces', '{\n  "split": "s",\n  |\n}', '  '],
    ['four spaces', '{\n    "split": "s",\n    |\n}', '    '],
    ['tabs', '{\n\t"split": "s",\n\t|\n}', '\t'],
    ['no indented lines', '{\n|\n}', '  ', ''],
  ])('is indented like the lines around it: %s', async (_, marked, unit, line = unit) => {
    const { text } = await completed(marked, 'trajectory_groups');
    const inserted = [
      `${line}"trajectory_groups": [`,
      `${line}${unit}{`,
      `${line}${unit}${unit}"trajectories": [`,
    ];
    expect(text.split('\n')).toEqual(expect.arrayContaining(inserted));
    expect(text.split('\n').at(-2)).toBe(`${line}]`);
  });

  it('tells a client that adjusts indentation to insert the text as it is', async () => {
    const marked = '{\n  |\n}';
    const insertTextModeSupport = { valueSet: [InsertTextMode.asIs, InsertTextMode.adjustIndentation] };
    const able = { textDocument: { completion: { completionItem: { insertTextModeSupport } } } };
    const mode = async (capabilities?: ClientCapabilities): Promise<CompletionItem['insertTextMode']> =>
      (await completed(marked, 'trajectory_groups', capabilities)).item.insertTextMode;
    expect(await mode(able)).toBe(InsertTextMode.asIs);
    expect(await mode()).toBeUndefined();
  });
});

describe('A document in another language', () => {
  const group = '{"trajectories": [{"messages_and_choices": [], "reward": "1"}]}';
  const codesIn = (client: Client, of: string) =>
    client
      .published(of)
      .at(-1)
      ?.diagnostics.map(({ code }) => code);

  it.each([
    ['json', 'package.json', '{"name": 1, "version": [}'],
    ['json', 'schema.json', '{"properties": {"trajectory_groups": {"type": "array"}}}'],
    ['jsonl', 'lines.jsonl', '{"messages": []}'],
    ['', 'notes', ''],
    [
      'json',
      'api.json',
      `{"openapi": "3.1.0", "paths": {"/log": {"example": {"trajectory_groups": [${group}]}}}}`,
    ],
    ['json', 'a.ipynb', `{"cells": [{"outputs": [{"data": {"messages_and_choices": []}}]}], "nbformat": 4}`],
    [
      'json',
      'cassette.json',
      `{"interactions": [{"body": {"trajectory_groups": [${group}]}}], "tools": null}`,
    ],
    ['json', 'unfinished.json', `{"rules": {"messages_and_choices": [1}, "x": [`],
    ['json', 'quoted.json', `{"text": ${JSON.stringify(group)}, "tools": null}`],
    ['python', 'a.py', `x = {"split": "s", "trajectory_groups": [${group}]}`],
    ['markdown', 'a.md', `{"split": "s", "trajectory_groups": [${group}]}`],
    ['jsonnet', 'a.jsonnet', `{"split": "s", "trajectory_groups": [${group}]}`],
  ])('is ignored if neither its name nor its text is ours: %s, %s', async (languageId, name, text) => {
    const at = `file:///folder/${name}`;
    const client = await opened(text, { at, languageId });
    const textDocument = { uri: at };
    expect(client.published(at)).toEqual([]);
    for (const [type, params] of [
      [HoverRequest.type, { textDocument, position: start }],
      [CompletionRequest.type, { textDocument, position: start }],
      [DocumentSymbolRequest.type, { textDocument }],
      [CodeLensRequest.type, { textDocument }],
    ] as const)
      expect(await client.connection.sendRequest(type.method, params)).toBeNull();
    await client.change(at, 2, [{ range: { start, end: start }, text: ' ' }]);
    await client.settled(at);
    expect(client.published(at)).toEqual([]);
    await ends(client);
  });

  it.each([
    ['json', 'rollouts.json', `{"split": "s", "trajectory_groups": [${group}]}`],
    ['json', 'rollouts.jsonl', `${group}\n{"trajectories": []}`],
    ['JSON', 'ROLLOUTS.NDJSON', group],
    [
      'json',
      'nested.json',
      '{"trajectories": [{"metadata": {"x": [{"y": "\\"{"}]}, "messages_and_choices": [], "reward": "1"}]}',
    ],
    ['', 'none', `{"split": "s", "trajectory_groups": [${group}]}`],
    ['plaintext', 'Untitled-1', `{"split": "s", "trajectory_groups": [${group}]}`],
  ])('is checked if it contains trajectories: %s, %s', async (languageId, name, text) => {
    const at = `file:///folder/${name}`;
    const client = await opened(text, { at, languageId });
    expect(codesIn(client, at)).toEqual(['wrong-type']);
    await ends(client);
  });

  it('is ignored again once its text is no longer ours, and checked once it is', async () => {
    const at = 'file:///folder/package.json';
    const text = `{"split": "s", "trajectory_groups": [${group}]}`;
    const client = await opened(text, { at, languageId: 'json' });
    const textDocument = { uri: at };
    expect(codesIn(client, at)).toEqual(['wrong-type']);
    await client.change(at, 2, [{ text: '{"name": 1, "version": [}' }]);
    await client.settled(at);
    expect(codesIn(client, at)).toEqual([]);
    expect(await client.connection.sendRequest('textDocument/documentSymbol', { textDocument })).toBeNull();
    await client.change(at, 3, [{ text }]);
    await client.settled(at);
    expect(codesIn(client, at)).toEqual(['wrong-type']);
    await ends(client);
  });

  it.each([
    ['a.trajectory.json', '{}', ['missing-property', 'missing-property']],
    ['a.training-job.json', '{}', ['missing-property', 'missing-property']],
    ['a.training-config.json', '{"epsilon": "1"}', ['wrong-type']],
    ['a.trajectories.jsonl', group, ['wrong-type']],
  ])('is checked as the kind that its name indicates: %s', async (name, text, codes) => {
    const at = `file:///folder/${name}`;
    const client = await opened(text, { at, languageId: 'json' });
    expect(codesIn(client, at)).toEqual(codes);
    await ends(client);
  });

  it('is checked as soon as an edit adds trajectories', async () => {
    const at = 'file:///folder/new.json';
    const client = await opened('', { at, languageId: 'json' });
    await client.change(at, 2, [{ range: { start, end: start }, text: '{"split": "s"}' }]);
    await client.change(at, 3, [
      {
        range: { start: { line: 0, character: 13 }, end: { line: 0, character: 13 } },
        text: `, "trajectory_groups": [${group}]`,
      },
    ]);
    const { diagnostics } = await client.diagnostics(at, 3);
    expect(diagnostics.map(({ code }) => code)).toEqual(['wrong-type']);
    expect(client.published(at)).toHaveLength(1);
    await ends(client);
  });

  it('is recognized by the same file names as in the manifest of the extension', () => {
    const named = contributes.languages.flatMap(({ id, extensions }) =>
      extensions ? [[id, extensions]] : [],
    );
    expect(Object.entries(suffixes)).toEqual(named);
    expect(Object.keys(languageNames).sort()).toEqual([...languages].sort());
  });
});
