import type { Log } from '../log';
import type { LanguageServer } from '../lsp/languageServer';
import type { ViewRequests } from '../lsp/viewRequests';

/** Services that views need. */
export interface ViewServices {
  readonly requests: ViewRequests;
  readonly server: LanguageServer;
  readonly log: Log;
  /** Whether the server can read files from the disk. */
  readonly readsFiles: boolean;
}
