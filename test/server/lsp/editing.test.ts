import { beforeAll, describe, expect, it } from 'vitest';
import {
  type ClientCapabilities,
  type CodeAction,
  CodeActionRequest,
  CodeActionResolveRequest,
  CodeLensRequest,
  CodeLensResolveRequest,
  type CompletionList,
  CompletionRequest,
  CompletionTriggerKind,
  type Diagnostic,
  FoldingRangeRequest,
  LSPErrorCodes,
  ShowMessageNotification,
  type TextEdit,
} from 'vscode-languageserver-protocol/node';
import { offsetAt, textOf } from '../../../server/core/text/text';
import {
  type ClientOptions,
  convertRequest,
  type DocumentKind,
  expandLineRequest,
  joinLinesRequest,
  kindNotification,
  pathRequest,
  sortKeysRequest,
} from '../../../server/protocol';
import { asMostEditors, type Client, noHints, useServer } from '../client';

const server = useServer();
let client: Client;
beforeAll(async () => {
  client = await server.start({ capabilities: asVsCode, initializationOptions });
});

/** VS Code's capabilities for actions and lenses. */
const asVsCode: ClientCapabilities = {
  workspace: {
    codeLens: { refreshSupport: true },
    workspaceEdit: { documentChanges: true, resourceOperations: ['create', 'rename', 'delete'] },
  },
  textDocument: {
    codeAction: {
      ...asMostEditors.textDocument?.codeAction,
      dataSupport: true,
      resolveSupport: { properties: ['edit'] },
    },
  },
};
/** Its options beyond the protocol. */
const initializationOptions: ClientOptions = { ...noHints, documentKinds: true, commandLenses: true };

let documents = 0;
const newUri = (suffix = 'trajectory.json') => `file:///folder/editing-${++documents}.${suffix}`;
const request = (...trajectories: readonly string[]) =>
  `{"split": "a", "trajectory_groups": [{"trajectories": [${trajectories.join()}]}]}`;
const group = (length: number, reward = '"1"') =>
  `{"trajectories": [{"messages_and_choices": [{"role": "assistant", "content": "${'a'.repeat(length)}"}], "reward": ${reward}}]}`;

async function opened(text: string, suffix = 'trajectory.json', from = client): Promise<string> {
  const uri = newUri(suffix);
  await from.open(uri, text, { languageId: suffix.endsWith('jsonl') ? 'trajectory-jsonl' : 'trajectory' });
  return uri;
}

const lines = (text: string) => opened(text, 'trajectories.jsonl');

describe('Command requests', () => {
  it('return the path of a value', async () => {
    const uri = await opened(request('{"reward": 1}'));
    const position = { line: 0, character: request('{"reward": ').length - 4 };
    expect(await client.ask(pathRequest, { uri, position, format: 'pointer' })).toBe(
      '/trajectory_groups/0/trajectories/0/reward',
    );
    expect(await client.ask(pathRequest, { uri, position, format: 'loc' })).toBe(
      'body.trajectory_groups.0.trajectories.0.reward',
    );
  });

  it('convert a document', async () => {
    const uri = await opened('{"split": "a",\n"trajectory_groups": [\n{\n"trajectories": []}]}');
    expect(await client.ask(convertRequest, { uri, to: 'lines' })).toEqual({
      text: '{"trajectories": []}\n',
      left: ['split'],
    });
    const bare = await lines('{"messages_and_choices": []}');
    expect(await client.ask(convertRequest, { uri: bare, to: 'log-request' })).toBeNull();
    expect(await client.ask(convertRequest, { uri: bare, to: 'log-request', grouping: 'one' })).toEqual({
      text: '{\n  "split": "",\n  "trajectory_groups": [\n    {\n      "trajectories": [\n        {\n          "messages_and_choices": []\n        }\n      ]\n    }\n  ]\n}\n',
      left: [],
    });
  });

  it('sort the keys of one version, unless it is not JSON', async () => {
    const uri = await opened('{\n"trajectory_groups": [],\n"split": "a"}');
    expect(await client.ask(sortKeysRequest, { uri, version: 1 })).toEqual({
      edits: [
        {
          start: { line: 1, character: 0 },
          end: { line: 2, character: 12 },
          text: '"split": "a",\n"trajectory_groups": []',
        },
      ],
    });
    expect(await client.ask(sortKeysRequest, { uri, version: 2 })).toBeNull();
    const broken = await opened('{"b": 1 "a": 2}');
    expect(await client.ask(sortKeysRequest, { uri: broken, version: 1 })).toEqual({ edits: null });
  });

  it('sort many objects with a single edit', async () => {
    const text = `[${Array(1001).fill('{"b": 1, "a": 2}').join()}]`;
    const uri = await opened(text);
    const sorted = await client.ask(sortKeysRequest, { uri, version: 1 });
    expect(sorted?.edits).toEqual([
      {
        start: { line: 0, character: 2 },
        end: { line: 0, character: text.length - 2 },
        text: text.replaceAll('"b": 1, "a": 2', '"a": 2, "b": 1').slice(2, -2),
      },
    ]);
  });

  it('expand a line of one version, and join it again', async () => {
    const uri = await lines('{}\n{"trajectories": []}');
    const expanded = await client.ask(expandLineRequest, { uri, version: 1, line: 1 });
    expect(expanded).toBe('{\n  "trajectories": []\n}');
    expect(await client.ask(joinLinesRequest, { text: expanded!, like: '{}' })).toBe('{"trajectories": []}');
    expect(await client.ask(joinLinesRequest, { text: '"a\nb"', like: '' })).toBeNull();
    expect(await client.ask(expandLineRequest, { uri, version: 2, line: 1 })).toBeNull();
    expect(await client.ask(expandLineRequest, { uri, version: 1, line: 9 })).toBeNull();
  });

  it('return null for a document that is not open', async () => {
    const uri = newUri();
    const position = { line: 0, character: 0 };
    expect(await client.ask(pathRequest, { uri, position, format: 'loc' })).toBeNull();
    expect(await client.ask(convertRequest, { uri, to: 'lines' })).toBeNull();
    expect(await client.ask(expandLineRequest, { uri, version: 1, line: 0 })).toBeNull();
  });
});

describe('The kind of a document', () => {
  it('is sent when the document is opened and when the kind changes, and not otherwise', async () => {
    const told: { uri: string; kind: DocumentKind }[] = [];
    const listening = client.connection.onNotification(kindNotification, (params) => {
      told.push(params);
    });
    const uri = await opened('{"split": "a"}');
    await client.change(uri, 2, [{ text: '{"split": "b"}' }]);
    await client.diagnostics(uri, 2);
    await client.change(uri, 3, [{ text: '{"model_id": "b"}' }]);
    await client.diagnostics(uri, 3);
    expect(told.filter((one) => one.uri === uri).map(({ kind }) => kind)).toEqual([
      'log-request',
      'training-job',
    ]);
    await client.close(uri);
    await client.open(uri, '{"model_id": "b"}', { version: 1 });
    await client.settled(uri);
    expect(told.filter((one) => one.uri === uri)).toHaveLength(3);
    listening.dispose();
  });
});

describe('Settings', () => {
  it('switch hints on and off in open documents', async () => {
    const own = await server.start({ initializationOptions: { trajectory: { hints: false } } });
    const uri = await opened(request('{}'), 'trajectory.json', own);
    // If the hints take long, diagnostics without them may come first.
    const codes = () =>
      own
        .published(uri)
        .map(({ diagnostics }) => diagnostics.map(({ code }) => code).join())
        .filter((list, i, lists) => list !== lists[i - 1]);
    await own.settled(uri);
    await own.configure({ trajectory: { hints: true, codeLens: true } });
    await own.settled(uri);
    await own.configure({ trajectory: { hints: true, codeLens: true } });
    await hintsArrive(own, uri);
    await own.configure({ trajectory: { hints: false, codeLens: true } });
    await expect.poll(codes).toEqual(['', 'no-assistant-turn', '']);
    const [hint] = own.published(uri).flatMap(({ diagnostics }) => diagnostics);
    expect(hint).toMatchObject({
      severity: 3,
      codeDescription: { href: expect.stringMatching(/#no-assistant-turn$/) },
    });
    expect(await own.end()).toBe(0);
  });

  it('turn hints on by default, even in large documents', async () => {
    const own = await server.start({ initializationOptions: null });
    const wrong = '{"reward": null, "messages_and_choices": [], "a": 1}';
    const text = request(...Array<string>(9000).fill('{"reward": 1, "messages_and_choices": []}'), wrong);
    const uri = await opened(text, 'trajectory.json', own);
    await hintsArrive(own, uri);
    const last = own.published(uri).at(-1)!;
    expect(last.version).toBe(1);
    expect(last.diagnostics.map(({ severity, code }) => [severity, code])).toEqual([
      [2, 'null-value'],
      [3, 'no-assistant-turn'],
      [4, 'unknown-property'],
    ]);
    expect(await own.end()).toBe(0);
  });

  it('do not add hints to a thousand problems', async () => {
    const own = await server.start({ initializationOptions: null });
    const wrong = '{"reward": null, "messages_and_choices": [], "a": 1}';
    const uri = await opened(request(...Array<string>(1000).fill(wrong)), 'trajectory.json', own);
    await own.settled(uri);
    const codes = own
      .published(uri)
      .at(-1)!
      .diagnostics.map(({ code }) => code);
    expect(codes).toEqual([...Array(999).fill('null-value'), 'too-many-problems']);
    expect(await own.end()).toBe(0);
  });
});

describe('A long line with problems', () => {
  it('has a lens that expands it', async () => {
    const uri = await lines(`${group(2000, '1')}\n${group(2000)}`);
    const found = await client.connection.sendRequest(CodeLensRequest.type, { textDocument: { uri } });
    // Only visible lenses are resolved; the others stay cheap.
    expect(found!.every(({ command }) => command === undefined)).toBe(true);
    const whole = await Promise.all(
      found!.map((lens) => client.connection.sendRequest(CodeLensResolveRequest.type, lens)),
    );
    const expand = whole.filter(({ command }) => command?.command === 'trajectory.expandLine');
    expect(expand).toMatchObject([
      { command: { title: 'Expand', arguments: [{ uri, line: 0 }] } },
      {
        range: { start: { line: 1, character: 0 } },
        command: { title: 'Expand · 1 problem', arguments: [{ uri, line: 1 }] },
      },
    ]);
  });
});

describe('Completion', () => {
  const offeredAt = async (text: string, triggerCharacter: string) => {
    const at = text.indexOf('|');
    const uri = await opened(text.replace('|', ''));
    const lines = text.slice(0, at).split('\n');
    const position = { line: lines.length - 1, character: lines.at(-1)!.length };
    const context = { triggerKind: CompletionTriggerKind.TriggerCharacter, triggerCharacter };
    const list = await client.connection.sendRequest(CompletionRequest.type, {
      textDocument: { uri },
      position,
      context,
    });
    return (list as CompletionList | null)?.items.map(({ label }) => label) ?? [];
  };
  it('is triggered by a line break only after a comma', async () => {
    expect(await offeredAt('{\n  "split": "a",\n  |\n}', '\n')).toContain('trajectory_groups');
    expect(await offeredAt('{\n  "split": "a"\n  |\n}', '\n')).toEqual([]);
    expect(await offeredAt('{\n  |\n}', '\n')).toEqual([]);
    expect(await offeredAt('{\n  "|\n}', '"')).toContain('trajectory_groups');
  });

  it('is triggered by the first quote of a value, not by its last', async () => {
    expect(await offeredAt(request('{"tools": [{"type": "|"}]}'), '"')).toEqual(['"function"']);
    expect(await offeredAt(request('{"tools": [{"type": "|}]}'), '"')).toEqual(['"function"']);
    expect(await offeredAt(request('{"tools": [{"type": "function"|}]}'), '"')).toEqual([]);
    expect(await offeredAt(request('{"tools": [{"type": "function"|}]}'), 'n')).toEqual(['"function"']);
  });
});

describe('A tool result with its call id under another key', () => {
  const message = (id: number) =>
    `{"role": "assistant", "tool_calls": [{"id": "${id}", "function": {"name": "f", "arguments": "{}"}}]}, {"role": "tool", "id": "${id}", "content": ""}`;
  const run = `{"messages_and_choices": [${message(1)}, ${message(2)}, {"role": "assistant", "content": "a"}], "tools": [{"function": {"name": "f"}}]}`;
  const text = `${request(run, run)}`;

  it('is fixed together with the others of its group', async () => {
    const uri = await opened(text);
    const from = text.indexOf('"id": "1", "content"');
    const range = { start: { line: 0, character: from }, end: { line: 0, character: from + 4 } };
    const diagnostics: Diagnostic[] = [{ code: 'unknown-call', range, message: '' }];
    const context = { diagnostics };
    const ask = { textDocument: { uri }, range, context };
    const found = (await client.connection.sendRequest(CodeActionRequest.type, ask)) as CodeAction[];
    expect(found.map(({ title }) => title)).toEqual(['Rename to "tool_call_id" in 4 results']);
    const resolved = await client.connection.sendRequest(CodeActionResolveRequest.type, found[0]!);
    const edits = resolved.edit!.changes![uri]!;
    expect(apply(text, edits)).toBe(
      text.replaceAll('"role": "tool", "id"', '"role": "tool", "tool_call_id"'),
    );
  });
});

describe('Code actions', () => {
  const twice = request('{"reward": "0.5"}', '{"reward": "1"}');

  it('compute their edits only when they are resolved', async () => {
    const uri = await opened(twice);
    const [first, second] = await actionsFor(uri, await firstProblem(uri));
    expect([first!.title, second!.title]).toEqual([
      expect.stringContaining('0.5'),
      'Fix all wrong-type problems that have one obvious fix',
    ]);
    expect([first!.edit, second!.edit]).toEqual([undefined, undefined]);
    expect(apply(twice, (await resolved(first!)).edit!.changes![uri]!)).toBe(twice.replace('"0.5"', '0.5'));
    expect(apply(twice, (await resolved(second!)).edit!.changes![uri]!)).toBe(
      request('{"reward": 0.5}', '{"reward": 1}'),
    );
  });

  it('cannot be resolved after the document has changed', async () => {
    const uri = await opened(twice);
    const [first] = await actionsFor(uri, await firstProblem(uri));
    await client.change(uri, 2, [{ text: twice }]);
    await expect(resolved(first!)).rejects.toMatchObject({ code: LSPErrorCodes.ContentModified });
  });

  it('include their edits if the client does not resolve them', async () => {
    const own = await server.start();
    const uri = await opened(twice, 'trajectory.json', own);
    const [diagnostic] = (await own.diagnostics(uri, 1)).diagnostics;
    const found = await actionsFor(uri, diagnostic!, { from: own });
    expect(found.map(({ edit, data }) => [edit !== undefined, data])).toEqual([
      [true, undefined],
      [true, undefined],
    ]);
    expect(await own.end()).toBe(0);
  });

  it('do not offer all fixes that need no decision for a misspelt name, nor for nothing', async () => {
    const everything = async (properties: string) => {
      const uri = await opened(request(properties));
      const all = await actionsFor(uri, await firstProblem(uri), { only: ['source'] });
      return all.filter(({ kind }) => kind?.startsWith('source.fixAll') === true).length;
    };
    expect(await everything('{"rewrd": 0.5}')).toBe(0);
    expect(await everything('{"messages": []}')).toBe(1);
  });

  it('that include their edits all change something', async () => {
    const own = await server.start();
    const uri = await opened(request('{"rewrd": 0.5}'), 'trajectory.json', own);
    const [diagnostic] = (await own.diagnostics(uri, 1)).diagnostics;
    const rename = await actionsFor(uri, diagnostic!, { from: own });
    expect(rename.map(({ title }) => title)).toEqual(['Rename to "reward"']);
    expect(await actionsFor(uri, diagnostic!, { from: own, only: ['source.fixAll'] })).toEqual([]);
    expect(await own.end()).toBe(0);
  });

  it('offer to fix all problems of a kind only if there is more than one', async () => {
    const uri = await opened(request('{"reward": "0.5", "logs": null}'));
    const titles = (await actionsFor(uri, await firstProblem(uri))).map(({ title }) => title);
    expect(titles.filter((title) => title.startsWith('Fix all'))).toEqual([]);
  });

  it('do not offer to fix all where nothing is fixed together', async () => {
    const uri = await opened(request('{"logs": {"a", "b"}}', '{"logs": {"c", "d"}}'));
    const { diagnostics } = await client.diagnostics(uri, 1);
    const wrong = diagnostics.find(({ code }) => code === 'wrong-type');
    const titles = (await actionsFor(uri, wrong!)).map(({ title }) => title);
    expect(titles).toContain('Wrap in an array');
    expect(titles.filter((title) => title.startsWith('Fix all wrong-type'))).toEqual([]);
  });

  it('fix everything', async () => {
    const text = request('{"reward": "0.5", "logs": null,}');
    const uri = await opened(text);
    const problem = await firstProblem(uri);
    const offered = (await actionsFor(uri, problem)).filter(
      ({ kind }) => kind === 'source.fixAll.trajectory',
    );
    expect(offered).toMatchObject([{ title: 'Make all fixes that need no decision' }]);
    expect(offered[0]).not.toHaveProperty('edit');
    for (const only of ['source', 'source.fixAll', 'source.fixAll.trajectory']) {
      const [action, ...others] = await actionsFor(uri, problem, { only: [only] });
      expect(others).toEqual([]);
      expect(apply(text, (await resolved(action!)).edit!.changes![uri]!)).toBe(request('{"reward": 0.5}'));
    }
    expect(await actionsFor(uri, problem, { only: ['source.fixAll.other'] })).toEqual([]);
  });

  it('wrap a group in a log request if the cursor is at its bracket', async () => {
    const uri = await opened('{"trajectories": [{}]}');
    const [action] = await actionsFor(uri, { range: rangeOf(0, 0) });
    expect(action).toMatchObject({ title: 'Wrap in a log request', kind: 'refactor.rewrite' });
    const wrapped = apply('{"trajectories": [{}]}', (await resolved(action!)).edit!.changes![uri]!);
    expect(JSON.parse(wrapped)).toEqual({ split: '', trajectory_groups: [{ trajectories: [{}] }] });
    expect(await actionsFor(uri, { range: rangeOf(10, 10) })).toEqual([]);
    const line = 'trajectory-line:/Line%201%20of%20a.jsonl?file%3A%2F%2F%2Fa.jsonl';
    await client.open(line, '{"trajectories": [{}]}', { languageId: 'trajectory' });
    expect(await actionsFor(line, { range: rangeOf(0, 0) })).toEqual([]);
  });

  it('convert a file of the wrong kind', async () => {
    const line = '{"trajectories": [{"reward": 1}]}';
    const text = `${line}\n${line}\n`;
    const uri = await opened(text);
    const problem = await firstProblem(uri);
    expect(problem).toMatchObject({ code: 'wrong-file', severity: 1 });
    const [treat, convert, ...others] = await actionsFor(uri, problem);
    expect(others).toEqual([]);
    expect(treat).toMatchObject({
      title: 'Treat as Trajectory Lines',
      isPreferred: true,
      command: {
        command: 'trajectory.treatAsTrajectoryFile',
        arguments: [{ uri, language: 'trajectory-jsonl' }],
      },
    });
    // VS Code resolves it, too.
    expect(await resolved(treat!)).toEqual(treat);
    expect(convert).toMatchObject({
      title: 'Convert to a log request',
      kind: 'quickfix',
      isPreferred: false,
    });
    const converted = apply(text, (await resolved(convert!)).edit!.changes![uri]!);
    expect(JSON.parse(converted)).toEqual({
      split: '',
      trajectory_groups: [JSON.parse(line), JSON.parse(line)],
    });
  });

  it('use no command of the extension in another editor, and say why a fix changes nothing', async () => {
    const own = await server.start();
    const block = '```json\n{"trajectories": []}\n```\n';
    const uri = await opened(`{"trajectories": []}\n${'{"trajectories": []}'}`, 'trajectory.json', own);
    const titles = (await actionsFor(uri, { range: rangeOf(0, 0) }, { from: own })).map(({ title }) => title);
    expect(titles).toEqual(['Convert to a log request']);
    expect(await own.end()).toBe(0);
    const fences = await opened(block + block);
    const told = new Promise((resolve) =>
      client.connection.onNotification(ShowMessageNotification.type, resolve),
    );
    const [unfence] = await actionsFor(fences, await firstProblem(fences));
    expect((await resolved(unfence!)).edit).toEqual({ changes: { [fences]: [] } });
    expect(await told).toMatchObject({ message: expect.stringContaining('the document has 2 code fences') });
  });

  it('move or copy a training config to its own file', async () => {
    const text = '{"model_id": "m", "experimental_config": {"epsilon": 1.0}, "trajectory_groups": []}';
    const uri = await opened(text, 'training-job.json');
    const at = text.indexOf('epsilon');
    const found = await actionsFor(uri, { range: rangeOf(at, at) }, { only: ['refactor.extract'] });
    const file = uri.replace('.training-job.json', '.training-config.json');
    const name = file.slice(file.lastIndexOf('/') + 1);
    expect(found.map(({ title }) => title)).toEqual([
      `Move experimental_config to ${name}`,
      `Copy experimental_config to ${name}`,
    ]);
    const [move, copy] = await Promise.all(found.map(resolved));
    const created = [
      { kind: 'create', uri: file, options: { overwrite: false, ignoreIfExists: false } },
      { textDocument: { uri: file, version: null }, edits: [{ newText: '{"epsilon": 1.0}\n' }] },
    ];
    expect(copy!.edit!.documentChanges).toMatchObject(created);
    expect(copy!.edit!.documentChanges).toHaveLength(2);
    expect(move!.edit!.documentChanges).toMatchObject([...created, { textDocument: { uri, version: 1 } }]);
  });

  it('do not offer a new file for an untitled document or a client that cannot create files', async () => {
    const text = '{"model_id": "m", "experimental_config": {"epsilon": 1.0}, "trajectory_groups": []}';
    const query = { range: rangeOf(text.indexOf('epsilon'), text.indexOf('epsilon')) };
    await client.open('untitled:Untitled-1', text);
    expect(await actionsFor('untitled:Untitled-1', query, { only: ['refactor'] })).toEqual([]);
    const own = await server.start();
    const uri = await opened(text, 'training-job.json', own);
    expect(await actionsFor(uri, query, { only: ['refactor'], from: own })).toEqual([]);
    expect(await own.end()).toBe(0);
  });
});

async function firstProblem(uri: string): Promise<Diagnostic> {
  return (await client.diagnostics(uri, 1)).diagnostics[0]!;
}

/** Actions for a diagnostic, or for a range without one. */
async function actionsFor(
  uri: string,
  place: Pick<Diagnostic, 'range'>,
  { only, from = client }: { only?: string[]; from?: Client } = {},
): Promise<CodeAction[]> {
  const context = { diagnostics: [], ...(only === undefined ? {} : { only }) };
  const params = { textDocument: { uri }, range: place.range, context };
  return ((await from.connection.sendRequest(CodeActionRequest.type, params)) ?? []) as CodeAction[];
}

function resolved(action: CodeAction): Promise<CodeAction> {
  return client.connection.sendRequest(CodeActionResolveRequest.type, action);
}

function rangeOf(from: number, to: number) {
  return { start: { line: 0, character: from }, end: { line: 0, character: to } };
}

function apply(content: string, edits: readonly TextEdit[]): string {
  const text = textOf(content);
  return [...edits]
    .map(({ range, newText }) => ({
      from: offsetAt(text, range.start),
      to: offsetAt(text, range.end),
      newText,
    }))
    .sort((a, b) => b.from - a.from)
    .reduce((result, { from, to, newText }) => result.slice(0, from) + newText + result.slice(to), content);
}

function isHint({ code }: Diagnostic): boolean {
  return code === 'no-assistant-turn';
}

/** Resolves when diagnostics with hints arrive. */
async function hintsArrive(from: Client, uri: string): Promise<void> {
  while (!from.published(uri).some(({ diagnostics }) => diagnostics.some(isHint))) {
    await from.settled(uri);
  }
}

describe('Folding ranges', () => {
  const many = `{"split": "a", "trajectory_groups": [\n${Array(5010).fill('{\n"trajectories": []\n}').join(',\n')}\n]}`;
  const foldedBy = async (capabilities: ClientCapabilities): Promise<number[]> => {
    const own = await server.start({ capabilities });
    const uri = await opened(many, 'trajectory.json', own);
    const found = await own.connection.sendRequest(FoldingRangeRequest.type, { textDocument: { uri } });
    await own.end();
    return found!.map(({ startLine }) => startLine);
  };
  it('exceed the limit of the client by one if there are more, outermost first', async () => {
    expect(
      await foldedBy({ textDocument: { foldingRange: { lineFoldingOnly: true, rangeLimit: 3 } } }),
    ).toEqual([0, 1, 4, 7]);
  });
  it('are complete if the limit of the client allows it', async () => {
    expect(
      await foldedBy({ textDocument: { foldingRange: { lineFoldingOnly: true, rangeLimit: 6000 } } }),
    ).toHaveLength(5011);
  });
  it('are 5,001 at most if the client sets no limit', async () => {
    expect(await foldedBy({})).toHaveLength(5001);
  });
  it('have character positions, so that a single line folds, unless the client folds only whole lines', async () => {
    const uri = await opened('{"trajectories": [{}]}\n{"trajectories": 1}', 'trajectories.jsonl');
    const textDocument = { uri };
    expect(await client.connection.sendRequest(FoldingRangeRequest.type, { textDocument })).toEqual([
      { startLine: 0, startCharacter: 1, endLine: 0, endCharacter: 21 },
      { startLine: 0, startCharacter: 18, endLine: 0, endCharacter: 20 },
      { startLine: 1, startCharacter: 1, endLine: 1, endCharacter: 18 },
    ]);
  });
});
