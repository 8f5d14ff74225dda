import type { TokenStore } from '../submit/tokenStore';
import type { LanguageServer } from './languageServer';
import type { Log } from './log';
import type { Rejections } from './rejections';
import type { StatusBar } from './statusBar';

/** What commands share. Each part owns its own state; this only hands them around. */
export interface Shared {
  readonly log: Log;
  readonly server: LanguageServer;
  readonly tokens: TokenStore;
  readonly status: StatusBar;
  /** What services refused, underlined in the text: of a send, or pasted by the user. */
  readonly rejections: Rejections;
}
