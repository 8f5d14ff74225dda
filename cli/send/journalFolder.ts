import { homedir, userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';

/**
 * The folder of the command line's journal; null if the user has no folder for it. Editors have their own, and neither
 * reads the other's.
 */
export function journalFolder(
  platform = process.platform,
  env = process.env,
  home = ownHome(),
): string | null {
  const state = stateFolder(platform, env, home);
  // A relative path is invalid by the specification, and would make a journal for each working folder.
  return isAbsolute(state) ? join(state, 'trajectory', 'journal') : null;
}

/** The user's folder, also where `HOME` is set to nothing; empty for a user of whom the system knows none. */
function ownHome(): string {
  try {
    return homedir() || userInfo().homedir;
  } catch {
    // As in a container that runs under any number.
    return '';
  }
}

/** The system's folder for program state. */
function stateFolder(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, home: string): string {
  if (platform === 'win32') return env['LOCALAPPDATA'] || join(home, 'AppData', 'Local');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  const given = env['XDG_STATE_HOME'] ?? '';
  return isAbsolute(given) ? given : join(home, '.local', 'state');
}
