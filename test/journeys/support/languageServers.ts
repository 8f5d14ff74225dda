import { readdir, readFile } from 'node:fs/promises';
import type { FaultSession } from './faultSession';

/** Process ids of a session's language servers. */
export async function languageServers({ profile }: FaultSession): Promise<readonly number[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const commands = await Promise.all(
    ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')),
  );
  const isServer = (command: string) =>
    command.includes(profile) && command.includes('cli/trajectory.js\0lsp');
  return ids.filter((_, i) => isServer(commands[i]!)).map(Number);
}
