import type { Log } from '../log';
import type { LanguageServer } from '../lsp/languageServer';
import type { ViewRequests } from '../lsp/viewRequests';

/** What views need of the rest of the client. */
export interface ViewServices {
  readonly requests: ViewRequests;
  readonly server: LanguageServer;
  readonly log: Log;
}
