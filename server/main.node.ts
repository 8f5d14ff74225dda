import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { startServer } from './lsp/server';

if (process.argv.includes('--help') || process.argv.length < 3) {
  process.stdout.write(
    'Language server for trajectory and training-config files.\n\n  trajectory-language-server --stdio\n',
  );
  process.exit(process.argv.length < 3 ? 1 : 0);
}

startServer(createConnection(ProposedFeatures.all), { later: setImmediate });
