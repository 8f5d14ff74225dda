import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import {
  createConnection,
  ProposedFeatures,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import {
  CodeActionRequest,
  CodeLensRequest,
  CompletionRequest,
  DidChangeConfigurationNotification,
  DocumentFormattingRequest,
  DocumentSymbolRequest,
  ErrorCodes,
  FoldingRangeRequest,
  HoverRequest,
  SelectionRangeRequest,
  ShutdownRequest,
} from 'vscode-languageserver-protocol/node';
import type { Document } from '../../../server/core/document';
import type { Work } from '../../../server/core/work';
import { type Analysis, analysisBy } from '../../../server/lsp/documents/analysis';
import { startServer } from '../../../server/lsp/server';
import {
  convertRequest,
  describeRequest,
  expandLineRequest,
  joinLinesRequest,
  sortKeysRequest,
} from '../../../server/protocol';
import { startNodeThread } from '../../../server/stdio/thread';
import { collectionRequest } from '../../../server/viewProtocol/collection';
import { conversationRequest, textRequest } from '../../../server/viewProtocol/conversation';
import { type Conversation, converse, noHints } from '../client';
import { engine } from '../core/support';

/** Stands for user text in the message of an exception. */
const secret = 'what the user wrote';
const uri = 'file:///folder/contained.trajectory.json';
const other = 'file:///folder/other.trajectory.json';
const text =
  '{"split": "s", "trajectory_groups": [{"trajectories": [{"messages_and_choices": [], "reward": "1"}]}]}';
const start = { line: 0, character: 0 };
const long = `[${Array(300_000).fill('{"a": [\n1, 2]}').join(',\n')}]`;

type Slice = 'first' | 'later';
/** A slice of the real work that fails, counted from 0. */
interface Within {
  readonly slice: number;
}
/** The steps that fail, and when; a `held` step does not finish until it is cleared. Other steps succeed. */
type Faults = { -readonly [Step in keyof Analysis | 'tree']?: Slice | Within | 'held' } & {
  /** The list of diagnostics that fails, counted from 1. */
  publish?: number;
};

interface Serving extends Conversation {
  readonly faults: Faults;
  /** Steps that were started. */
  readonly begun: string[];
  /** Number of times work was deferred. */
  slices(): number;
}

/** A server in this process whose steps fail on demand. */
async function serve(initializationOptions: unknown = noHints): Promise<Serving> {
  const faults: Faults = {};
  const begun: string[] = [];
  let slices = 0;
  const sound = analysisBy(engine);
  function* work<Result>(step: 'analyze' | 'reanalyze' | 'findHints', done: Work<Result>): Work<Result> {
    begun.push(step);
    const fault = faults[step];
    if (fault === undefined) return yield* done;
    if (typeof fault === 'object') return yield* failingWithin(done, fault);
    for (const before = slices; fault === 'later' && slices === before; ) yield;
    while (faults[step] === 'held') yield;
    throw new TypeError(secret);
  }
  const failIf = (step: keyof Faults): void => {
    if (faults[step] !== undefined) throw new TypeError(secret);
  };
  /** A document whose tree throws on access while the step `tree` fails. */
  const guarded = (document: Document): Document => {
    const { tree } = document;
    return Object.defineProperty({ ...document }, 'tree', {
      enumerable: true,
      get: () => {
        failIf('tree');
        return tree;
      },
    });
  };
  function* guarding(done: Work<Document>): Work<Document> {
    return guarded(yield* done);
  }
  const analysis: Analysis = {
    analyze: (...how) => work('analyze', guarding(sound.analyze(...how))),
    reanalyze: (...how) => work('reanalyze', guarding(sound.reanalyze(...how))),
    revise: (...how) => {
      failIf('revise');
      return sound.revise(...how);
    },
    problemsOf: (document) => {
      failIf('problemsOf');
      return sound.problemsOf(document);
    },
    findHints: (...how) => work('findHints', sound.findHints(...how)),
  };
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  const connection = createConnection(
    ProposedFeatures.all,
    new StreamMessageReader(toServer),
    new StreamMessageWriter(toClient),
  );
  // One list fails; what is sent instead does not.
  const { sendDiagnostics } = connection;
  connection.sendDiagnostics = (params) => {
    if (faults.publish === undefined || --faults.publish > 0) return sendDiagnostics(params);
    delete faults.publish;
    throw new TypeError(secret);
  };
  const schedule = (callback: () => void): void => {
    slices++;
    setImmediate(callback);
  };
  startServer(connection, {
    schedule,
    startThread: startNodeThread,
    analysis,
    problemsPage: 'file:///problems.md',
  });
  const streams = { input: toClient, output: toServer };
  return { ...(await converse(streams, { initializationOptions })), faults, begun, slices: () => slices };
}

/** Throws inside the work, after some of its slices. Succeeds if the work has no such slice. */
function* failingWithin<Result>(work: Work<Result>, { slice }: Within): Work<Result> {
  for (let passed = 0; passed < slice; passed++) {
    const step = work.next();
    if (step.done === true) return step.value;
    yield;
  }
  const step = work.throw(new TypeError(secret));
  return step.done === true ? step.value : yield* work;
}

const codesOf = async (client: Serving, version: number, of = uri) =>
  (await client.diagnostics(of, version)).diagnostics.map(({ code }) => code);

const hover = (client: Serving, of = uri) =>
  client.connection.sendRequest(HoverRequest.type, {
    textDocument: { uri: of },
    position: { line: 0, character: 3 },
  });

const failure = {
  code: 'internal-error',
  severity: 3,
  range: { start, end: start },
  source: 'trajectory',
  codeDescription: { href: expect.stringMatching(/#internal-error$/) },
};

/** Of the reward's text. */
const rest = { version: 1, trajectory: 0, path: ['reward'], form: 'decoded', from: 0, to: 1 } as const;

/** The responses to every request about the document. */
async function answersOf(client: Serving): Promise<unknown[]> {
  const { connection } = client;
  const textDocument = { uri };
  const range = { start, end: start };
  return Promise.all([
    hover(client),
    connection.sendRequest(CompletionRequest.type, { textDocument, position: start }),
    connection.sendRequest(CodeActionRequest.type, { textDocument, range, context: { diagnostics: [] } }),
    connection.sendRequest(DocumentSymbolRequest.type, { textDocument }),
    connection.sendRequest(FoldingRangeRequest.type, { textDocument }),
    connection.sendRequest(SelectionRangeRequest.type, { textDocument, positions: [start] }),
    connection.sendRequest(CodeLensRequest.type, { textDocument }),
    connection.sendRequest(DocumentFormattingRequest.type, {
      textDocument,
      options: { tabSize: 2, insertSpaces: true },
    }),
    client.ask(describeRequest, { uri }),
    client.ask(convertRequest, { uri, to: 'lines' }),
    client.ask(sortKeysRequest, { uri, version: client.published(uri).at(-1)!.version! }),
    client.ask(expandLineRequest, { uri, version: client.published(uri).at(-1)!.version!, line: 0 }),
  ]);
}

/** Asserts that one log line says what failed and where, without document text. */
function expectLogged(client: Serving, what: string): void {
  expect(client.errors).toHaveLength(1);
  expect(client.errors[0]).toContain(what);
  expect(client.errors[0]).toMatch(/: TypeError\n {4}at .*contained\.test/);
  expect(client.errors[0]).not.toContain(secret);
}

describe.each(['first', 'later'] as const)('An exception in the %s slice', (slice) => {
  it('of the first analysis affects only its document, until the next edit', async () => {
    const client = await serve();
    await client.open(other, text);
    await client.diagnostics(other, 1);
    client.faults.analyze = slice;
    await client.open(uri, text);
    const waiting = hover(client);
    expect((await client.diagnostics(uri, 1)).diagnostics).toEqual([
      { ...failure, message: expect.stringContaining('Edit it to try again') },
    ]);
    expect(await waiting).toBeNull();
    expect((await answersOf(client)).filter((answer) => answer !== null)).toEqual([]);
    expect(await hover(client, other)).not.toBeNull();
    expectLogged(client, `The analysis of ${uri}, version 1, failed`);
    delete client.faults.analyze;
    await client.change(uri, 2, [{ range: { start, end: start }, text: '\n' }]);
    expect(await codesOf(client, 2)).toEqual(['wrong-type']);
    expect((await client.diagnostics(uri, 2)).diagnostics[0]!.range.start.line).toBe(1);
    expect((await answersOf(client)).filter((answer) => answer === null)).not.toHaveLength(12);
  });

  it('of a reanalysis affects only its document, and the next edit analyzes the whole text', async () => {
    const client = await serve();
    await client.open(uri, text);
    await client.diagnostics(uri, 1);
    client.faults.reanalyze = slice;
    await client.change(uri, 2, [{ range: { start, end: start }, text: '\n' }]);
    expect((await client.diagnostics(uri, 2)).diagnostics).toEqual([
      { ...failure, message: expect.stringContaining('Edit it to try again') },
    ]);
    expect((await answersOf(client)).filter((answer) => answer !== null)).toEqual([]);
    expectLogged(client, `The analysis of ${uri}, version 2, failed`);
    await client.change(uri, 3, [{ range: { start, end: start }, text: '\n' }]);
    expect((await client.diagnostics(uri, 3)).diagnostics).toMatchObject([
      { code: 'wrong-type', range: { start: { line: 2 } } },
    ]);
    expect(client.begun).toEqual(['analyze', 'reanalyze', 'analyze']);
  });

  it('of the search for hints does not affect the problems', async () => {
    const client = await serve({ trajectory: { hints: true } });
    client.faults.findHints = slice;
    await client.open(uri, text);
    while ((await codesOf(client, 1)).length < 2) await client.settled(uri);
    expect(await codesOf(client, 1)).toEqual(['wrong-type', 'internal-error']);
    expect(await hover(client)).not.toBeNull();
    expectLogged(client, `The hints of ${uri} could not be computed`);
    delete client.faults.findHints;
    await client.change(uri, 2, [{ range: { start, end: start }, text: '\n' }]);
    while ((await codesOf(client, 2)).length < 2) await client.settled(uri);
    expect(await codesOf(client, 2)).toEqual(['wrong-type', 'no-assistant-turn']);
  });
});

it('During the search for hints, earlier hints move with the text and problems are not delayed', async () => {
  const client = await serve({ trajectory: { hints: true } });
  await client.open(uri, text);
  while ((await codesOf(client, 1)).length < 2) await client.settled(uri);
  client.faults.findHints = 'held';
  await client.change(uri, 2, [{ range: { start, end: start }, text: '\n' }]);
  const { diagnostics } = await client.diagnostics(uri, 2);
  expect(diagnostics).toMatchObject([
    { code: 'wrong-type', range: { start: { line: 1 } } },
    { code: 'no-assistant-turn', range: { start: { line: 1 } } },
  ]);
  await client.change(uri, 3, [{ range: { start, end: start }, text: '}' }]);
  expect(await codesOf(client, 3)).toEqual(expect.arrayContaining(['syntax', 'no-assistant-turn']));
});

it.each(['analyze', 'reanalyze'] as const)(
  'An exception at any point does not affect later analyses: %s',
  async (step) => {
    const client = await serve();
    const extra = Array(400).fill('{"trajectories": [{"start_time": "2026-01-01T00:00:00"}]}').join(', ');
    const many = text.replace('[{"traj', `[${extra}, {"traj`);
    const expected = [...Array(400).fill('not-utc'), 'wrong-type'];
    const edit = [{ range: { start, end: start }, text: '\n' }];
    let failed = 0;
    for (let slice = 0, version = 0; failed === slice; slice++) {
      client.faults[step] = { slice };
      await client.open(uri, many, { version: ++version });
      await client.diagnostics(uri, version);
      await client.change(uri, ++version, edit);
      const codes = [...(await codesOf(client, version - 1)), ...(await codesOf(client, version))];
      if (codes.includes('internal-error')) failed++;
      delete client.faults[step];
      await client.change(uri, ++version, edit);
      expect(await codesOf(client, version)).toEqual(expected);
      await client.close(uri);
    }
    expect(failed).toBeGreaterThan(1);
  },
);

describe('An exception', () => {
  it('in an outdated analysis is logged, and the edit is analyzed', async () => {
    const client = await serve();
    client.faults.analyze = 'held';
    await client.open(uri, text);
    await client.change(uri, 2, [{ range: { start, end: start }, text: '\n' }]);
    // Messages are read in order: when this is answered, the edit has arrived.
    await client.settled(other);
    expect(client.begun).toEqual(['analyze']);
    delete client.faults.analyze;
    expect(await codesOf(client, 2)).toEqual(['wrong-type']);
    expect(client.published(uri)).toHaveLength(1);
    expectLogged(client, `The analysis of ${uri}, before version 2, failed`);
  });

  it('while problems are listed does not affect other requests', async () => {
    const client = await serve();
    client.faults.problemsOf = 'first';
    await client.open(uri, text);
    expect((await client.diagnostics(uri, 1)).diagnostics).toEqual([
      { ...failure, message: expect.stringContaining('The problems of this document') },
    ]);
    expect(await hover(client)).not.toBeNull();
    expectLogged(client, `The problems of ${uri} could not be computed`);
    delete client.faults.problemsOf;
    await client.change(uri, 2, [{ range: { start, end: start }, text: '\n' }]);
    expect(await codesOf(client, 2)).toEqual(['wrong-type']);
  });

  it('while a version is published affects only its document, until the next edit', async () => {
    const client = await serve();
    await client.open(other, text);
    await client.diagnostics(other, 1);
    client.faults.publish = 1;
    await client.open(uri, text);
    expect((await client.diagnostics(uri, 1)).diagnostics).toEqual([
      { ...failure, message: expect.stringContaining('Edit it to try again') },
    ]);
    expect((await answersOf(client)).filter((answer) => answer !== null)).toEqual([]);
    expect(await hover(client, other)).not.toBeNull();
    expectLogged(client, `The analysis of ${uri}, version 1, failed`);
    await client.change(uri, 2, [{ range: { start, end: start }, text: '\n' }]);
    expect(await codesOf(client, 2)).toEqual(['wrong-type']);
  });

  it('while hints are published affects only its document, until the next edit', async () => {
    const client = await serve({ trajectory: { hints: true } });
    client.faults.publish = 2;
    await client.open(uri, text);
    while (client.published(uri).length < 2) await client.settled(uri);
    expect(client.published(uri).map(({ diagnostics }) => diagnostics.map(({ code }) => code))).toEqual([
      ['wrong-type'],
      ['internal-error'],
    ]);
    expectLogged(client, `The list of ${uri} could not be sent`);
    await client.change(uri, 2, [{ range: { start, end: start }, text: '\n' }]);
    while ((await codesOf(client, 2)).length < 2) await client.settled(uri);
    expect(await codesOf(client, 2)).toEqual(['wrong-type', 'no-assistant-turn']);
  });

  it('while lists are published again for a new setting affects only its document', async () => {
    const client = await serve();
    await client.open(uri, text);
    await client.diagnostics(uri, 1);
    client.faults.publish = 1;
    await client.connection.sendNotification(DidChangeConfigurationNotification.type, {
      settings: { trajectory: { hints: true } },
    });
    while (client.published(uri).length < 2) await client.settled(uri);
    expect(client.published(uri).at(-1)!.diagnostics).toMatchObject([{ code: 'internal-error' }]);
    expectLogged(client, `The list of ${uri} could not be sent`);
    await client.change(uri, 2, [{ range: { start, end: start }, text: '\n' }]);
    while ((await codesOf(client, 2)).length < 2) await client.settled(uri);
  });

  it.each([
    ['a short request', 'textDocument/hover', (client: Serving) => hover(client)],
    [
      'a long request',
      'trajectory/convert',
      (client: Serving) => client.ask(convertRequest, { uri, to: 'lines' }),
    ],
    [
      'the collection for a view',
      collectionRequest.method,
      (client: Serving) => client.ask(collectionRequest, { uri, since: null }),
    ],
    [
      'a conversation for a view',
      conversationRequest.method,
      (client: Serving) => client.ask(conversationRequest, { uri, trajectory: 0, from: 0, count: 1 }),
    ],
    [
      'the rest of a text for a view',
      textRequest.method,
      (client: Serving) => client.ask(textRequest, { ...rest, uri }),
    ],
  ])('in %s is reported to the client without its stack trace and message', async (_, method, ask) => {
    const client = await serve();
    await client.open(uri, text);
    await client.diagnostics(uri, 1);
    client.faults.tree = 'first';
    await expect(ask(client)).rejects.toMatchObject({
      code: ErrorCodes.InternalError,
      message: `The language server failed to handle ${method}. See its log for details.`,
      data: undefined,
    });
    expectLogged(client, `${method} failed`);
    delete client.faults.tree;
    expect(await ask(client)).not.toBeNull();
  });

  it('while an edit is applied asks the user to reopen the document', async () => {
    const client = await serve();
    await client.open(uri, text);
    await client.diagnostics(uri, 1);
    client.faults.revise = 'first';
    await client.change(uri, 2, [{ range: { start, end: start }, text: '\n' }]);
    expect((await client.diagnostics(uri, 2)).diagnostics).toEqual([
      { ...failure, message: expect.stringContaining('Close it and open it again') },
    ]);
    expectLogged(client, `The edit of ${uri}, version 2, failed`);
    delete client.faults.revise;
    await client.change(uri, 3, [{ range: { start, end: start }, text: '\n' }]);
    expect(await client.ask(describeRequest, { uri })).toBeNull();
    await client.close(uri);
    await client.open(uri, text, { version: 4 });
    expect(await codesOf(client, 4)).toEqual(['wrong-type']);
  });
});

it('Closing a document clears its failure', async () => {
  const client = await serve();
  client.faults.analyze = 'later';
  await client.open(uri, text);
  await client.diagnostics(uri, 1);
  await client.close(uri);
  await client.settled(uri);
  expect(client.published(uri).at(-1)).toEqual({ uri, diagnostics: [] });
  delete client.faults.analyze;
  await client.open(uri, text);
  await client.settled(uri);
  expect(client.published(uri).at(-1)!.diagnostics).toMatchObject([{ code: 'wrong-type' }]);
});

it.each([
  ['an analysis', 'analyze'],
  ['the search for hints', 'findHints'],
  ['the answer to a request', 'tree'],
] as const)('A shutdown stops all work: %s', async (_, step) => {
  const client = await serve({ trajectory: { hints: true } });
  client.faults[step === 'tree' ? 'analyze' : step] = 'held';
  await client.open(uri, text);
  if (step === 'findHints') await client.diagnostics(uri, 1);
  const joined = step === 'tree' ? client.ask(joinLinesRequest, { text: long, like: '' }) : null;
  await client.settled(other);
  await client.connection.sendRequest(ShutdownRequest.type);
  expect(await joined).toBeNull();
  const slices = client.slices();
  // Deferred work is done after a few turns of the event loop; after that nothing is deferred again.
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  expect(client.slices() - slices).toBeLessThanOrEqual(1);
});
