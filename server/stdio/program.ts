import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { version } from '../../package.json';
import { readCommandLine } from '../commandLine';
import { describeFile } from '../files/describeFile';
import { traceOf } from '../lsp/errorTrace';
import { guardReader } from '../lsp/messageGuard';
import { documentsInTurn } from '../lsp/scheduling/documentTurns';
import { messagesFirst } from '../lsp/scheduling/messagesFirst';
import { startServer } from '../lsp/server';
import type { OpenFile } from '../lsp/viewedFiles/files';
import { keepHeapSmall } from './heap';
import { StdioReader } from './reader';
import { startNodeThread } from './thread';
import { whenRead } from './whenRead';
import { StdioWriter } from './writer';

const usageOf = (name: string): string => `Usage: ${name} --stdio

Language server for trajectory and training-config files.

  --stdio    talk to the editor over standard input and output
  --version  print the version
  --help     print this text

Example: the command line of a language server in the settings of an editor (docs/editors.md):
  ${name} --stdio`;

/** Shipped beside the program. */
const problemsPage = join(__dirname, '../../docs/problems.md');

const flag = { type: 'boolean', default: false } as const;

/** Runs the language server as a program of some name, with its arguments. `openFile` opens files for views. */
export function runLanguageServer(name: string, args: readonly string[], openFile: OpenFile): void {
  const options = readCommandLine(args, {
    stdio: flag,
    version: flag,
    help: { ...flag, short: 'h' },
    // Some clients pass their process id. The protocol library reads it and ends the server when that process is gone.
    clientProcessId: { type: 'string' },
  });
  if ('failure' in options) end(2, `${options.failure} \`${name} --help\` lists the options.`);
  else if (options.help) end(0, usageOf(name));
  else if (options.version) end(0, version);
  else if (!options.stdio) end(2, 'No transport given: start it with --stdio.');
  else serve(openFile);
}

function end(exitCode: number, message: string): void {
  const stream = exitCode === 0 ? process.stdout : process.stderr;
  // Its reader may be gone; then there is nobody to tell.
  stream.on('error', () => undefined);
  stream.write(`${message}\n`);
  process.exitCode = exitCode;
}

function serve(openFile: OpenFile): void {
  keepHeapSmall();
  let isShutDown = false;
  const { schedule, messageStrategy } = messagesFirst(setImmediate);
  const reader = new StdioReader(process.stdin);
  // Nobody reads the answers any more. Before the library notices, which would report that to nobody.
  process.stdout.on('error', () => process.exit(isShutDown ? 0 : 1));
  const writer = new StdioWriter(process.stdout, schedule);
  reader.onClose(() => process.exit(isShutDown ? 0 : 1));
  // The library's connection with our own reader and writer.
  const inTurn = guardReader(documentsInTurn(reader, setImmediate), writer);
  const connection = createConnection(ProposedFeatures.all, inTurn, writer, { messageStrategy });
  // No state depends on an unawaited promise, so the server can continue.
  process.on('unhandledRejection', (reason) =>
    connection.console.error(`Unhandled promise rejection: ${traceOf(reason)}`),
  );
  startServer(connection, {
    schedule: whenRead(writer, schedule),
    startThread: startNodeThread,
    describeFile,
    openFile,
    problemsPage: existsSync(problemsPage) ? pathToFileURL(problemsPage).href : null,
    onShutdown: () => {
      isShutDown = true;
    },
  });
}
