import {
  type Connection,
  createConnection,
  ProposedFeatures,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { startServer } from './lsp/server';
import { StdioReader } from './stdio/reader';

if (process.argv.includes('--help') || process.argv.length < 3) {
  process.stdout.write(
    'Language server for trajectory and training-config files.\n\n  trajectory-language-server --stdio\n',
  );
  process.exit(process.argv.length < 3 ? 1 : 0);
}

let isShutDown = false;
const isStdio = process.argv.includes('--stdio');
startServer(isStdio ? overStdio() : createConnection(ProposedFeatures.all), {
  later: setImmediate,
  onShutdown: () => {
    isShutDown = true;
  },
});

/** The library's connection, but for how messages are read; it ends when its input does. */
function overStdio(): Connection {
  const reader = new StdioReader(process.stdin);
  const writer = new StreamMessageWriter(process.stdout);
  const connection = createConnection(ProposedFeatures.all, reader, writer);
  reader.onClose(() => process.exit(isShutDown ? 0 : 1));
  return connection;
}
