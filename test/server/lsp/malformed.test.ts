import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  type ClientCapabilities,
  ErrorCodes,
  type Message,
  RequestType,
  StreamMessageReader,
} from 'vscode-languageserver-protocol/node';
import { clientSupport } from '../../../server/lsp/clientSupport';
import * as protocol from '../../../server/protocol';
import * as collection from '../../../server/viewProtocol/collection';
import * as comparison from '../../../server/viewProtocol/comparison';
import * as conversation from '../../../server/viewProtocol/conversation';
import * as exporting from '../../../server/viewProtocol/export';
import * as files from '../../../server/viewProtocol/files';
import * as find from '../../../server/viewProtocol/find';
import * as places from '../../../server/viewProtocol/places';
import { exited, useServer } from '../client';

const server = useServer();
const scratch = mkdtempSync(join(tmpdir(), 'trajectory-malformed-test-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

interface Answer {
  readonly id?: number | string | null;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** The server's input and output, byte for byte and message for message. */
class Wire {
  readonly process: ChildProcess;
  readonly received: (Answer & { readonly method?: string; readonly params?: { message?: string } })[] = [];
  private readonly waiting = new Set<() => void>();

  constructor(process: ChildProcess) {
    this.process = process;
    new StreamMessageReader(process.stdout!).listen((message: Message) => {
      this.received.push(message as Answer);
      for (const look of this.waiting) look();
    });
  }

  raw(text: string): void {
    this.process.stdin!.write(text);
  }

  send(message: unknown): void {
    this.sendBody(JSON.stringify(message));
  }

  sendBody(body: string): void {
    this.raw(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }

  /** The response to a request. */
  answer(id: number | string): Promise<Answer> {
    return new Promise((resolve) => {
      const look = (): void => {
        const found = this.received.find((message) => message.id === id && message.method === undefined);
        if (found === undefined) return;
        this.waiting.delete(look);
        resolve(found);
      };
      this.waiting.add(look);
      look();
    });
  }

  ask(id: number | string, method: string, params?: unknown): Promise<Answer> {
    this.send({ jsonrpc: '2.0', id, method, params });
    return this.answer(id);
  }

  get logged(): string {
    return this.received.map(({ params }) => params?.message ?? '').join('\n');
  }
}

const uri = 'file:///folder/malformed.trajectory.json';
const open = {
  jsonrpc: '2.0',
  method: 'textDocument/didOpen',
  params: { textDocument: { uri, languageId: 'trajectory', version: 1, text: '{"split": "s"}' } },
};
const place = { textDocument: { uri }, position: { line: 0, character: 3 } };

/** Correct parameters of every request of the view. */
const viewed = {
  ...{ uri: 'file:///folder/viewed.trajectory.json', version: 1, since: null },
  ...{ trajectory: 0, message: 0, trajectories: [0, 1], groups: 'AAAAAA==' },
  ...{ from: 0, count: 1, to: 1, path: ['messages_and_choices', 0, 'content'], form: 'text' },
  position: { line: 0, character: 40 },
};
const viewParams = Object.keys(viewed).filter((name) => name !== 'uri');
const trajectory = { messages_and_choices: [{ role: 'user', content: 'Hello.' }], reward: 1 };
const openViewed = {
  jsonrpc: '2.0',
  method: 'textDocument/didOpen',
  params: {
    textDocument: {
      ...{ uri: viewed.uri, languageId: 'trajectory', version: 1 },
      text: JSON.stringify({ trajectories: [trajectory, trajectory] }),
    },
  },
};

async function started(): Promise<Wire> {
  const wire = new Wire(server.run('--stdio'));
  await wire.ask('init', 'initialize', { processId: null, rootUri: null, capabilities: {} });
  wire.send({ jsonrpc: '2.0', method: 'initialized', params: {} });
  wire.send(open);
  wire.send(openViewed);
  return wire;
}

/** Asserts that it still responds, and none of its messages exposes JavaScript. */
async function expectWell(wire: Wire): Promise<void> {
  expect((await wire.ask('well', 'textDocument/hover', place)).result).not.toBeNull();
  expectNoJavaScript(wire);
  await wire.ask('bye', 'shutdown');
  wire.send({ jsonrpc: '2.0', method: 'exit' });
  expect(await exited(wire.process)).toBe(0);
}

function expectNoJavaScript(wire: Wire): void {
  const errors = wire.received.flatMap(({ error }) => (error === undefined ? [] : [JSON.stringify(error)]));
  const javaScript = /undefined|Maximum call|is not (a|iterable)|Cannot|TypeError|Unexpected| {4}at /;
  expect(errors.filter((error) => javaScript.test(error))).toEqual([]);
}

/** Values of the wrong type nearly everywhere. */
const odd = [undefined, null, true, 0, -1, 1.5, 1e300, '', 'x', [], [[]], [1, 2, 3], {}, { uri: 5 }];

/** The names of the requests that a module declares. */
function requestsOf(module: object): readonly string[] {
  return Object.values(module).flatMap((one) => (one instanceof RequestType ? [one.method] : []));
}

const ofDocuments = [collection, comparison, conversation, exporting, find, places].flatMap(requestsOf);
const methods = [
  'textDocument/completion',
  'completionItem/resolve',
  'textDocument/hover',
  'textDocument/codeAction',
  'codeAction/resolve',
  'textDocument/documentSymbol',
  'textDocument/foldingRange',
  'textDocument/selectionRange',
  'textDocument/documentHighlight',
  'textDocument/definition',
  'textDocument/references',
  'textDocument/formatting',
  'textDocument/rangeFormatting',
  'textDocument/onTypeFormatting',
  'textDocument/codeLens',
  'codeLens/resolve',
  ...requestsOf(protocol),
  ...ofDocuments,
  ...requestsOf(files),
];
const notifications = [
  '$/cancelRequest',
  '$/progress',
  '$/setTrace',
  '$/logTrace',
  'window/workDoneProgress/cancel',
  'initialized',
  'textDocument/didOpen',
  'textDocument/didChange',
  'textDocument/didClose',
  'textDocument/didSave',
  'workspace/didChangeConfiguration',
  'trajectory/recentModelIds',
  'no/such/notification',
];

describe('The server survives', () => {
  it.each(notifications)('%s with any parameters', async (method) => {
    const wire = await started();
    for (const params of odd) wire.send({ jsonrpc: '2.0', method, params });
    for (const value of odd) {
      wire.send({ jsonrpc: '2.0', method, params: { id: value, token: value, value, settings: value } });
      wire.send({ jsonrpc: '2.0', method, params: { textDocument: value, contentChanges: value } });
      const textDocument = { uri: `${uri}x`, version: value, text: value, languageId: value };
      wire.send({ jsonrpc: '2.0', method, params: { textDocument, contentChanges: [value] } });
    }
    await expectWell(wire);
  });

  it('texts of any type', async () => {
    const wire = await started();
    // As the transport passes on a text that it has decoded.
    const chunks = [{ units: [91], lineStarts: { length: 1e15 } }];
    for (const text of [...odd, chunks, { chunks }]) {
      if (typeof text === 'string') continue;
      const textDocument = { uri: `${uri}x`, languageId: 'trajectory', version: 1, text };
      wire.send({ jsonrpc: '2.0', method: 'textDocument/didOpen', params: { textDocument } });
      const changed = { textDocument: { uri, version: 2 }, contentChanges: [{ text }] };
      wire.send({ jsonrpc: '2.0', method: 'textDocument/didChange', params: changed });
    }
    await expectWell(wire);
    expect(wire.logged).toContain('textDocument/didOpen');
    expect(wire.logged).not.toMatch(/Error|internal/);
  });

  it('requests with any parameters', async () => {
    const wire = await started();
    let id = 0;
    for (const method of methods) {
      for (const value of odd) {
        const broken = [
          value,
          { ...place, position: value },
          { ...place, position: { line: value, character: value }, range: value, options: value },
          { uri, version: value, paths: [value], line: value, position: value, format: value, to: value },
          { uri, version: 1, paths: value, line: 0, text: value, like: value },
          { ...place, positions: value, range: { start: value, end: value }, options: {}, context: value },
          { ...place, positions: [value], context: { only: value }, data: value },
          { data: { uri, version: 1, action: value } },
          ...viewParams.map((name) => ({ ...viewed, [name]: value })),
        ];
        for (const params of broken) {
          const { result, error } = await wire.ask(++id, method, params);
          expect(result === undefined, method).not.toBe(error === undefined);
          expect(error?.code, method).not.toBe(ErrorCodes.InternalError);
        }
      }
    }
    await expectWell(wire);
  });

  it('requests of the view with correct parameters, as the ones above would be', async () => {
    const wire = await started();
    for (const [index, method] of ofDocuments.entries()) {
      expect((await wire.ask(index, method, viewed)).result, method).not.toBeNull();
    }
    await expectWell(wire);
  });

  it.each(['[', '{"a":'])('messages with parameters nested 60,000 levels deep: %s', async (opening) => {
    const wire = await started();
    const closing = opening === '[' ? ']' : '}';
    const deep = `${opening.repeat(60_000)}1${closing.repeat(60_000)}`;
    const position = JSON.stringify({ line: 0, character: 0 });
    const range = `{"start": ${position}, "end": ${position}}`;
    const forms = [
      deep,
      `{"label": "x", "title": "x", "range": ${range}, "data": {"k": ${deep}}}`,
      `{"label": "x", "title": "x", "range": ${range}, "k": ${deep}, "data": {}}`,
      `{"label": "x", "title": "x", "k": ${deep}}`,
      `{"data": {"uri": ${JSON.stringify(uri)}, "version": 1, "action": {"type": "wrap", "k": ${deep}}}}`,
      `{"textDocument": ${JSON.stringify(place.textDocument)}, "position": ${deep}}`,
    ];
    for (const [index, method] of [...methods, 'no/such/request'].entries()) {
      for (const [form, params] of forms.entries()) {
        const id = `${index}.${form}`;
        wire.sendBody(`{"jsonrpc": "2.0", "id": "${id}", "method": "${method}", "params": ${params}}`);
        const { result, error } = await wire.answer(id);
        expect(result === undefined, method).not.toBe(error === undefined);
      }
    }
    for (const method of notifications)
      for (const params of forms)
        wire.sendBody(`{"jsonrpc": "2.0", "method": "${method}", "params": ${params}}`);
    await expectWell(wire);
  });

  it('requests to resolve an item with nested data, as far as a response can repeat them', async () => {
    const wire = await started();
    const nested = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`) as unknown;
    const codeOf = async (levels: number) =>
      (await wire.ask(levels, 'completionItem/resolve', { label: 'x', data: { k: nested(levels) } })).error
        ?.code;
    expect([await codeOf(98), await codeOf(99)]).toEqual([undefined, ErrorCodes.InvalidParams]);
    await expectWell(wire);
  });

  it('requests to resolve an item with very many values', async () => {
    const wire = await started();
    const codeOf = async (count: number) => {
      const data = { k: Array.from({ length: count }, () => ({})) };
      return (await wire.ask(count, 'completionItem/resolve', { label: 'x', data })).error?.code;
    };
    expect([await codeOf(99_997), await codeOf(99_998)]).toEqual([undefined, ErrorCodes.InvalidParams]);
    await expectWell(wire);
  });

  it.each([true, false])('searches for nothing (case-sensitive: %s)', async (isCaseSensitive) => {
    const wire = await started();
    const uri = 'file:///folder/find.trajectory.json';
    const text =
      '{"trajectory_groups": [{"trajectories": [{"messages_and_choices": [{"content": "abc"}]}]}]}';
    wire.send({
      method: 'textDocument/didOpen',
      params: { textDocument: { uri, version: 1, languageId: 'trajectory', text } },
    });
    const from = { trajectory: 0, message: 0, text: 0, offset: 0 };
    const query = { text: '', isExpression: false, isCaseSensitive };
    const found = await wire.ask('find', 'trajectory/find', { uri, query, role: null, from, to: 1, room: 9 });
    expect(found.result).toMatchObject({ hits: [], next: null });
    await expectWell(wire);
  });

  it('unknown requests', async () => {
    const wire = await started();
    for (const params of odd) {
      const id = `odd ${JSON.stringify(params)}`;
      expect((await wire.ask(id, 'no/such/request', params)).error?.code).toBe(ErrorCodes.MethodNotFound);
    }
    await expectWell(wire);
  });

  it('messages that are not JSON-RPC', async () => {
    const wire = await started();
    for (const message of [null, 5, 'x', true, [], [open], {}, { jsonrpc: '2.0' }, { method: 5 }]) {
      wire.send(message);
    }
    for (const id of [null, true, {}, []]) wire.send({ ...open, id });
    wire.send({ id: 77, result: 5 });
    wire.send({ id: 78, error: null });
    wire.send({ id: null, error: { code: 1, message: 'x' } });
    expect((await wire.ask('no method', 5 as unknown as string)).error?.code).toBe(ErrorCodes.InvalidRequest);
    await expectWell(wire);
    expect(wire.logged).toContain('A message was ignored: the message is not an object.');
  });

  it('requests with ids of any size', async () => {
    const wire = await started();
    for (const id of [0, -1, 1.5, 2 ** 53, 1e300, '', 'x'.repeat(100_000)]) {
      expect((await wire.ask(id, 'textDocument/hover', place)).result).not.toBeNull();
    }
    await expectWell(wire);
  });

  it('invalid JSON and invalid headers', async () => {
    const wire = await started();
    wire.raw('Content-Length: 5\r\n\r\n{"a":');
    wire.raw('Content-Length: 0\r\n\r\n');
    wire.raw('Content-Length: -7\r\n\r\n');
    wire.raw('Content-Length: 99999999999999999999\r\n\r\n');
    wire.raw('No-Length: here\r\n\r\n{"jsonrpc": "2.0"}');
    wire.raw(`${'x'.repeat(1_000_000)}\n`);
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 'behind',
      method: 'textDocument/hover',
      params: place,
    });
    wire.raw(`Bad: 1\r\n\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    expect((await wire.answer('behind')).result).not.toBeNull();
    await expectWell(wire);
    expect(wire.logged).toContain('A message could not be read: it is not JSON, or too long.');
    expect(wire.logged).toContain('A message could not be read: its header has no Content-Length');
  });
});

describe('A connection', () => {
  it('rejects requests and ignores notifications before initialize', async () => {
    const wire = new Wire(server.run('--stdio'));
    wire.send(open);
    expect((await wire.ask(1, 'textDocument/hover', place)).error?.code).toBe(
      ErrorCodes.ServerNotInitialized,
    );
    let id = 1;
    for (const params of [...odd, { capabilities: null }]) {
      const { error } = await wire.ask(++id, 'initialize', params);
      expect(error?.code).toBe(ErrorCodes.InvalidParams);
    }
    expectNoJavaScript(wire);
    wire.send({ jsonrpc: '2.0', method: 'exit' });
    expect(await exited(wire.process)).toBe(1);
  });

  it('initializes with any client capabilities', () => {
    for (const value of odd) {
      const { actions, completions, folding } = clientSupport(capabilitiesOf(value) as ClientCapabilities);
      expect([actions.createsFiles, actions.resolvesActions, completions.keepsWhiteSpace]).not.toContain(
        true,
      );
      expect(folding.limit).toBeTypeOf('number');
    }
  });

  it.each([[{}], [5]])('initializes with %j as client capabilities', async (value) => {
    const wire = new Wire(server.run('--stdio'));
    expect(await wire.ask(1, 'initialize', { capabilities: capabilitiesOf(value) })).toMatchObject({
      result: { serverInfo: {} },
    });
    wire.send({ jsonrpc: '2.0', method: 'initialized', params: {} });
    wire.send(open);
    expect((await wire.ask(2, 'textDocument/hover', place)).result).not.toBeNull();
    expectNoJavaScript(wire);
    wire.process.kill();
  });

  it('rejects a second initialize, and any request after shutdown', async () => {
    const wire = await started();
    const again = await wire.ask(1, 'initialize', { capabilities: {} });
    expect(again.error?.code).toBe(ErrorCodes.InvalidRequest);
    expect(await wire.ask(2, 'shutdown')).toMatchObject({ result: null });
    expect((await wire.ask(3, 'textDocument/hover', place)).error?.code).toBe(ErrorCodes.InvalidRequest);
    expectNoJavaScript(wire);
    wire.send({ jsonrpc: '2.0', method: 'exit' });
    expect(await exited(wire.process)).toBe(0);
  });
});

it('An unhandled rejection is logged with its trace, and the server continues', async () => {
  const file = join(scratch, 'reject.cjs');
  writeFileSync(file, `setImmediate(() => Promise.reject(new RangeError('what the user wrote')));`);
  const client = await server.start({ node: ['--require', file] });
  await client.open(uri, '{"split": "s"}');
  await client.diagnostics(uri, 1);
  expect(client.errors).toEqual([
    expect.stringMatching(/^Unhandled promise rejection: RangeError\n {4}at .*reject\.cjs/),
  ]);
  expect(client.errors[0]).not.toContain('what the user wrote');
  expect(await client.end()).toBe(0);
});

/** Replaces each capability that the server reads, leaf or intermediate object, with one value. */
function capabilitiesOf(value: unknown): unknown {
  return {
    workspace: {
      workspaceEdit: { documentChanges: value, resourceOperations: value, snippetEditSupport: value },
      configuration: value,
      didChangeConfiguration: value,
      codeLens: value,
    },
    textDocument: {
      publishDiagnostics: value,
      hover: { contentFormat: value },
      foldingRange: { rangeLimit: value, lineFoldingOnly: value },
      documentSymbol: value,
      definition: value,
      codeAction: { dataSupport: true, resolveSupport: value },
      completion: {
        completionItem: {
          snippetSupport: value,
          resolveSupport: value,
          insertTextModeSupport: value,
        },
        completionList: { itemDefaults: value },
      },
    },
  };
}
