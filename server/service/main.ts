#!/usr/bin/env node
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startService } from './server';

const USAGE = `Usage: trajectory-service [--port N] [--data DIR] [--token TOKEN]

Takes trajectory logs and training jobs on this machine, for trying things out and for tests.
The first line of its output is its URL. It listens on 127.0.0.1 only.

  --port N       TCP port; 0 takes a free one (default 8787)
  --data DIR     where accepted requests are kept (default ./trajectory-service-data)
  --token TOKEN  the access token it lets in. Other users of this machine can see command
                 lines, so rather set the environment variable TRAJECTORY_SERVICE_TOKEN.
                 Without either, it makes a token and prints it.
  --help         show this text`;

// Whoever read the output may be gone; the service goes on, and there is no one left to tell.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

void main();

async function main(): Promise<void> {
  const options = readOptions();
  if ('failure' in options) return fail(`${options.failure}\n\n${USAGE}`, 2);
  if (options.help) return console.log(USAGE);
  const { port, data, token = randomBytes(24).toString('base64url') } = options;
  const service = await startService({ port: Number(port), dataFolder: resolve(data), token });
  if ('failure' in service) return fail(service.failure, 1);
  // The last of these: the program that started it ended, and kept a channel open to it until then. So no
  // service outlives a crashed editor. The channel itself keeps no service going.
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(event, service.close);
  process.channel?.unref();
  console.log(service.url);
  // Diagnostics go to stderr: stdout is the URL, for programs to read.
  if (options.token === undefined) console.error(`Access token for this run: ${token}`);
}

function fail(message: string, exitCode: number): void {
  console.error(message);
  process.exitCode = exitCode;
}

/** What the command line and the environment ask for, or a sentence that says what is wrong with it. */
function readOptions(): Options | { readonly failure: string } {
  const options = parse();
  if ('failure' in options || options.help) return options;
  const { port, data, token } = options;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65535) {
    return { failure: `--port must be a number from 0 to 65535; found ${JSON.stringify(port)}` };
  }
  if (data === '') return { failure: '--data must name a folder' };
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token)) {
    return { failure: 'The token must be visible ASCII characters without spaces, at least one.' };
  }
  return options;
}

interface Options {
  readonly port: string;
  readonly data: string;
  readonly token?: string | undefined;
  readonly help: boolean;
}

function parse(): Options | { readonly failure: string } {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: '8787' },
        data: { type: 'string', default: 'trajectory-service-data' },
        token: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    return { ...values, token: values.token ?? process.env['TRAJECTORY_SERVICE_TOKEN'] };
  } catch (error) {
    // What parseArgs throws is what the person typed wrong, in one sentence.
    if (error instanceof TypeError) return { failure: error.message };
    throw error;
  }
}
