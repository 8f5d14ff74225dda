#!/usr/bin/env node
import { readCommand, USAGE } from './options';
import { type Service, startService } from './server';

// Whoever read the output may be gone; the service goes on, and there is no one left to tell.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

void main();

async function main(): Promise<void> {
  const command = readCommand(process.argv.slice(2), process.env);
  if (command.kind === 'help') return void process.stdout.write(USAGE);
  if (command.kind === 'wrong') return fail(`${command.message}\n\n${USAGE}`, 2);
  const service = await startService({ ...command, note: say });
  if ('failure' in service) return fail(service.failure, 1);
  endWith(service);
  process.stdout.write(`${service.url}\n`);
  if (command.tokenIsNew) say(`Access token for this run: ${command.token}`);
}

/** Diagnostics go to stderr: stdout is the URL, for programs to read. */
function say(message: string): void {
  process.stderr.write(`${message}\n`);
}

function fail(message: string, exitCode: number): void {
  say(message.trimEnd());
  process.exitCode = exitCode;
}

/**
 * Ends with a signal, and with the program that started it where that one keeps a channel open to it, so that
 * no service outlives a crashed editor. One Ctrl-C can arrive twice (from the terminal and through npm), so
 * further signals change nothing.
 */
function endWith(service: Service): void {
  let ending = false;
  const end = async (): Promise<void> => {
    if (ending) return;
    ending = true;
    await service.close();
    if (process.connected) process.disconnect();
  };
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(event, end);
}
