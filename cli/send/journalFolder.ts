import { homedir } from 'node:os';
import { join } from 'node:path';

/** The folder of the journal of the command line's sends. Editors have their own, and neither reads the other's. */
export function journalFolder(platform = process.platform, env = process.env, home = homedir()): string {
  return join(stateFolder(platform, env, home), 'trajectory', 'journal');
}

/** Where programs keep what they have to remember, by the conventions of the system. */
function stateFolder(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, home: string): string {
  if (platform === 'win32') return env['LOCALAPPDATA'] || join(home, 'AppData', 'Local');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  return env['XDG_STATE_HOME'] || join(home, '.local', 'state');
}
