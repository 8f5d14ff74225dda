import type { TokenStore } from './access/tokenStore';
import type { Rejections } from './locations/rejections';
import type { Log } from './log';
import type { LanguageServer } from './lsp/requests';

/** What commands share. Each part owns its own state; this only hands them around. */
export interface Shared {
  readonly log: Log;
  readonly server: LanguageServer;
  readonly tokens: TokenStore;
  /** What services refused, underlined in the text: of a send, or pasted by the user. */
  readonly rejections: Rejections;
}
