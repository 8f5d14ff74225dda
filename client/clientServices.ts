import type { TokenStore } from './access/tokenStore';
import type { ServiceDiagnostics } from './locations/serviceErrors/serviceDiagnostics';
import type { Log } from './log';
import type { LanguageServer } from './lsp/languageServer';
import type { Memory } from './memory';

/** Services that commands share. Each owns its state; this only passes them on. */
export interface ClientServices {
  readonly log: Log;
  readonly memory: Memory;
  readonly server: LanguageServer;
  readonly tokens: TokenStore;
  /** The service's validation errors as diagnostics, from a send or an error body that the user pasted. */
  readonly serviceDiagnostics: ServiceDiagnostics;
}
