import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { version } from '../../package.json';
import { readCommandLine } from '../commandLine';
import { startService } from './server';

const usageOf = (name: string): string => `Usage: ${name} [--port N] [--data DIR] [--token TOKEN]

Accepts trajectory logs and training jobs on this machine, for experiments and tests.
The first line of its output is its URL. It listens on 127.0.0.1 only.

  --port N       TCP port; 0 picks a free port (default 8787)
  --data DIR     where accepted requests are stored (default ./trajectory-service-data)
  --token TOKEN  the access token that clients must send. Other users of this machine can see command
                 lines, so prefer the environment variable TRAJECTORY_SERVICE_TOKEN.
                 Without either, it generates a token and prints it.
  --version      show the version
  --help         show this text

Examples:
  ${name} --port 0 --data /tmp/service
  TRAJECTORY_SERVICE_TOKEN=secret ${name}`;

/** Runs the local training service as a program of some name, with its arguments. */
export async function runService(name: string, args: readonly string[]): Promise<void> {
  // The reader of the output may be gone. The service continues; there is nobody to tell.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const options = readOptions(args);
  if ('failure' in options) return fail(`${options.failure} \`${name} --help\` lists the options.`, 2);
  if (options.help) return console.log(usageOf(name));
  if (options.version) return console.log(version);
  const { port, data, token = randomBytes(24).toString('base64url') } = options;
  const service = await startService({ port: Number(port), dataFolder: resolve(data), token });
  if ('failure' in service) return fail(service.failure, 1);
  // `disconnect`: the program that started the service kept a channel open to it and has ended, so the service does not
  // outlive a crashed editor. The channel itself does not keep the service alive.
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(event, service.close);
  process.channel?.unref();
  console.log(service.url);
  // Everything else goes to stderr: stdout is the URL, for programs to read.
  if (options.token === undefined) console.error(`Access token for this run: ${token}`);
}

function fail(message: string, exitCode: number): void {
  console.error(message);
  process.exitCode = exitCode;
}

/** The options from command line and environment, or a sentence that says what is wrong with them. */
function readOptions(args: readonly string[]) {
  const options = readCommandLine(args, {
    port: { type: 'string', default: '8787' },
    data: { type: 'string', default: 'trajectory-service-data' },
    token: { type: 'string' },
    version: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  });
  if ('failure' in options || options.help || options.version) return options;
  const { port, data, token = process.env['TRAJECTORY_SERVICE_TOKEN'] } = options;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65535) {
    return { failure: `--port must be a number from 0 to 65535; found ${JSON.stringify(port)}.` };
  }
  if (data === '') return { failure: '--data must name a folder.' };
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token)) {
    return { failure: 'The token must be visible ASCII characters without spaces, at least one.' };
  }
  return { ...options, token };
}
