import {
  type Connection,
  createConnection,
  type MessageReaderOptions,
  ProposedFeatures,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { startServer } from './lsp/server';
import { decodeMessage } from './stdio/decodeMessage';

if (process.argv.includes('--help') || process.argv.length < 3) {
  process.stdout.write(
    'Language server for trajectory and training-config files.\n\n  trajectory-language-server --stdio\n',
  );
  process.exit(process.argv.length < 3 ? 1 : 0);
}

const isStdio = process.argv.includes('--stdio');
startServer(isStdio ? overStdio() : createConnection(ProposedFeatures.all), { later: setImmediate });

/** The library's connection, but for how a message is decoded; it ends when its input does. */
function overStdio(): Connection {
  const contentTypeDecoder: NonNullable<MessageReaderOptions['contentTypeDecoder']> = {
    name: 'application/json',
    decode: async (bytes) => decodeMessage(bytes),
  };
  const reader = new StreamMessageReader(process.stdin, { contentTypeDecoder });
  const connection = createConnection(ProposedFeatures.all, reader, new StreamMessageWriter(process.stdout));
  let isShutDown = false;
  connection.onShutdown(() => {
    isShutDown = true;
  });
  reader.onClose(() => process.exit(isShutDown ? 0 : 1));
  return connection;
}
