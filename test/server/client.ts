import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, inject } from 'vitest';
import {
  type ClientCapabilities,
  ConfigurationRequest,
  createProtocolConnection,
  DidChangeConfigurationNotification,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  ExitNotification,
  InitializedNotification,
  InitializeRequest,
  type InitializeResult,
  LogMessageNotification,
  type LogMessageParams,
  MessageType,
  type ProtocolConnection,
  PublishDiagnosticsNotification,
  type PublishDiagnosticsParams,
  type RequestType,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
  type TextDocumentContentChangeEvent,
} from 'vscode-languageserver-protocol/node';
import { describeRequest } from '../../server/protocol';

/** A client of the language server as a separate process, as in editors. */
export interface Client extends Conversation {
  readonly process: ChildProcess;
  /** Shuts the server down properly and returns its exit code. */
  end(): Promise<number | string>;
}

/** The messages between a client and a server, wherever it runs. */
export interface Conversation {
  readonly connection: ProtocolConnection;
  readonly initialized: InitializeResult;
  /** All diagnostics received for a document, in order. */
  published(uri: string): readonly PublishDiagnosticsParams[];
  /** Resolves to the diagnostics of a document version. */
  diagnostics(uri: string, version: number): Promise<PublishDiagnosticsParams>;
  /** Errors and warnings logged by the server. */
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  open(uri: string, text: string, how?: { languageId?: string; version?: number }): Promise<void>;
  change(uri: string, version: number, changes: TextDocumentContentChangeEvent[]): Promise<void>;
  close(uri: string): Promise<void>;
  ask<P, R>(request: RequestType<P, R, void>, params: NoInfer<P>): Promise<R>;
  /** Pushes settings, as clients without `workspace/configuration` do. */
  configure(settings: unknown): Promise<void>;
  /** Resolves when the server has handled all earlier messages. */
  settled(uri: string): Promise<void>;
}

/** Capabilities of nearly every editor. */
export const asMostEditors: ClientCapabilities = {
  textDocument: {
    hover: { contentFormat: ['markdown', 'plaintext'] },
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } },
    publishDiagnostics: { relatedInformation: true, codeDescriptionSupport: true },
  },
};

/** How a client initializes, and its answers. */
export interface Manner {
  readonly capabilities?: ClientCapabilities;
  readonly processId?: number | null;
  /** By default without hints: most tests are about problems. */
  readonly initializationOptions?: unknown;
  /** Answers requests for a section of its settings. */
  readonly settings?: (section: string) => unknown;
}

/** Starts the program for the tests of one file; ends all processes afterwards. */
export function useServer(): {
  /** Only starts the program, with arguments. */
  readonly run: (...args: string[]) => ChildProcess;
  /** The same, with options of Node. */
  readonly runWith: (node: readonly string[], args: readonly string[]) => ChildProcess;
  readonly start: (
    how?: Manner & {
      /** Options of Node. */
      node?: readonly string[];
    },
  ) => Promise<Client>;
} {
  const programs = inject('programs');
  const program = join(programs, 'bin/trajectory-language-server.js');
  const started: ChildProcess[] = [];
  const runWith = (node: readonly string[], args: readonly string[]): ChildProcess => {
    const stdio: StdioOptions = ['pipe', 'pipe', 'pipe', 'ipc'];
    const child = spawn(process.execPath, [...node, program, ...args], { cwd: programs, stdio });
    started.push(child);
    return child;
  };
  afterAll(async () => {
    for (const child of started) child.kill('SIGKILL');
    await Promise.all(started.map(exited));
  });
  return {
    run: (...args) => runWith([], args),
    runWith,
    start: ({ node = [], ...manner } = {}) =>
      connect(runWith(node, ['--stdio']), { processId: process.pid, ...manner }),
  };
}

/** Resolves with the exit code, or the name of the signal that ended the process. */
export async function exited(child: ChildProcess): Promise<number | string> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode ?? child.signalCode ?? 'unknown';
}

async function connect(child: ChildProcess, manner: Manner): Promise<Client> {
  const conversation = await converse({ input: child.stdout!, output: child.stdin! }, manner);
  const { connection } = conversation;
  return {
    ...conversation,
    process: child,
    end: async () => {
      await connection.sendRequest(ShutdownRequest.type);
      await connection.sendNotification(ExitNotification.type);
      return exited(child);
    },
  };
}

export const noHints = { 'trajectory.hints': false };

/** Initializes a client for the server at the other end of two streams. */
export async function converse(
  { input, output }: { readonly input: NodeJS.ReadableStream; readonly output: NodeJS.WritableStream },
  {
    capabilities = asMostEditors,
    processId = null,
    initializationOptions = noHints,
    settings = () => null,
  }: Manner,
): Promise<Conversation> {
  const connection = createProtocolConnection(
    new StreamMessageReader(input),
    new StreamMessageWriter(output),
  );
  const received = collectDiagnostics(connection);
  const [errors, warnings]: [string[], string[]] = [[], []];
  connection.onNotification(LogMessageNotification.type, ({ type, message }: LogMessageParams) => {
    if (type === MessageType.Error) errors.push(message);
    if (type === MessageType.Warning) warnings.push(message);
  });
  connection.onRequest(ConfigurationRequest.type, ({ items }) =>
    items.map(({ section }) => settings(section ?? '')),
  );
  connection.listen();
  const introduction = { capabilities, processId, initializationOptions, rootUri: null };
  const initialized = await connection.sendRequest(InitializeRequest.type, introduction);
  await connection.sendNotification(InitializedNotification.type, {});
  const ask: Conversation['ask'] = (request, params) => connection.sendRequest(request.method, params);
  return {
    connection,
    initialized,
    ...received,
    errors,
    warnings,
    open: (uri, text, { languageId = 'trajectory', version = 1 } = {}) =>
      connection.sendNotification(DidOpenTextDocumentNotification.type, {
        textDocument: { uri, languageId, version, text },
      }),
    change: (uri, version, contentChanges) =>
      connection.sendNotification(DidChangeTextDocumentNotification.type, {
        textDocument: { uri, version },
        contentChanges,
      }),
    close: (uri) =>
      connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri } }),
    ask,
    configure: (settings) =>
      connection.sendNotification(DidChangeConfigurationNotification.type, { settings }),
    settled: async (uri) => {
      await ask(describeRequest, { uri });
    },
  };
}

function collectDiagnostics(connection: ProtocolConnection): Pick<Conversation, 'published' | 'diagnostics'> {
  const received: PublishDiagnosticsParams[] = [];
  const waiting = new Set<() => void>();
  connection.onNotification(PublishDiagnosticsNotification.type, (params) => {
    received.push(params);
    for (const look of waiting) look();
  });
  const find = (uri: string, version: number) =>
    received.findLast((params) => params.uri === uri && params.version === version);
  return {
    published: (uri) => received.filter((params) => params.uri === uri),
    diagnostics: (uri, version) =>
      new Promise((resolve) => {
        const look = () => {
          const found = find(uri, version);
          if (found === undefined) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
  };
}
