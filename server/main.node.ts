import {
  type Connection,
  createConnection,
  ProposedFeatures,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { traceOf } from './lsp/failures';
import { guardReader } from './lsp/incoming';
import { startServer } from './lsp/server';
import { StdioReader } from './stdio/reader';

if (process.argv.includes('--help') || process.argv.length < 3) {
  process.stdout.write(
    'Language server for trajectory and training-config files.\n\n  trajectory-language-server --stdio\n',
  );
  process.exit(process.argv.length < 3 ? 1 : 0);
}

let isShutDown = false;
const connection = process.argv.includes('--stdio') ? overStdio() : createConnection(ProposedFeatures.all);
// No state depends on a promise that nobody awaits, so the server can go on.
process.on('unhandledRejection', (reason) =>
  connection.console.error(`Unhandled promise rejection: ${traceOf(reason)}`),
);
startServer(connection, {
  later: setImmediate,
  onShutdown: () => {
    isShutDown = true;
  },
});

/** The library's connection, but for how messages are read; it ends when its input does. */
function overStdio(): Connection {
  const reader = new StdioReader(process.stdin);
  const writer = new StreamMessageWriter(process.stdout);
  reader.onClose(() => process.exit(isShutDown ? 0 : 1));
  return createConnection(ProposedFeatures.all, guardReader(reader, writer), writer);
}
