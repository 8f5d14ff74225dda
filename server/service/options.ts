import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';

export const USAGE = `Usage: trajectory-service [--port N] [--data DIR] [--token TOKEN]

Takes trajectory logs and training jobs on this machine, for trying things out and for tests.
The first line of its output is its URL. It listens on 127.0.0.1 only.

  --port N       TCP port; 0 takes a free one (default 8787)
  --data DIR     where accepted requests are kept (default ./trajectory-service-data)
  --token TOKEN  the access token it lets in. Other users of this machine can see command
                 lines, so rather set the environment variable TRAJECTORY_SERVICE_TOKEN.
                 Without either, it makes a token and prints it.
  --help         show this text
`;

/** What the command line and the environment ask for. */
export type Command =
  | {
      readonly kind: 'serve';
      readonly port: number;
      readonly dataFolder: string;
      readonly token: string;
      readonly tokenIsNew: boolean;
    }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly message: string };

/** Reads the arguments after the program's name. */
export function readCommand(args: readonly string[], environment: NodeJS.ProcessEnv): Command {
  const parsed = parse(args);
  if (typeof parsed === 'string') return wrong(parsed);
  const { port, data, help } = parsed;
  if (help) return { kind: 'help' };
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65535) {
    return wrong(`--port must be a number from 0 to 65535; found ${JSON.stringify(port)}`);
  }
  if (data === '') return wrong('--data must name a folder');
  const given = parsed.token ?? environment['TRAJECTORY_SERVICE_TOKEN'];
  if (given !== undefined && !/^[\x21-\x7e]+$/.test(given)) {
    return wrong('The token must be visible ASCII characters without spaces, at least one.');
  }
  const token = given ?? randomBytes(24).toString('base64url');
  return { kind: 'serve', port: Number(port), dataFolder: data, token, tokenIsNew: given === undefined };
}

function wrong(message: string): Command {
  return { kind: 'wrong', message };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: 'string', default: '8787' },
        data: { type: 'string', default: 'trajectory-service-data' },
        token: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values;
  } catch (error) {
    // What parseArgs throws is what the person typed wrong, in one sentence.
    if (error instanceof TypeError) return error.message;
    throw error;
  }
}
