import type { TokenStore } from './access/tokenStore';
import type { ServiceDiagnostics } from './locations/serviceDiagnostics';
import type { Log } from './log';
import type { LanguageServer } from './lsp/languageServer';

/** What commands share. Each part owns its own state; this only hands them around. */
export interface ClientServices {
  readonly log: Log;
  readonly server: LanguageServer;
  readonly tokens: TokenStore;
  /** What services refused, underlined in the text: of a send, or pasted by the user. */
  readonly serviceDiagnostics: ServiceDiagnostics;
}
