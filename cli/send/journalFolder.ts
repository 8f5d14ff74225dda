import { homedir, userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** The folder of the command line's journal. Editors have their own, and neither reads the other's. */
export function journalFolder(platform = process.platform, env = process.env, home = ownHome()): string {
  return join(stateFolder(platform, env, home), 'trajectory', 'journal');
}

/** The user's folder, also where `HOME` is set to nothing. */
function ownHome(): string {
  return homedir() || userInfo().homedir;
}

/** The system's folder for program state. */
function stateFolder(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, home: string): string {
  if (platform === 'win32') return env['LOCALAPPDATA'] || join(home, 'AppData', 'Local');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  // A relative path is invalid by the specification, and would make a journal for each working folder.
  const given = env['XDG_STATE_HOME'] ?? '';
  return isAbsolute(given) ? given : join(home, '.local', 'state');
}
