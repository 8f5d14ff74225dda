import { type LanguageId, languageNames } from '../../../core/schema/documentKind';
import { treatAsNotification } from '../../../protocol';
import type { ServerContext } from '../../feature';
import { showWarning } from '../inSlices';

/** The title of an action that changes the language of a document. */
export function treatAsTitle(language: LanguageId): string {
  return `Treat as ${languageNames[language]}`;
}

/**
 * Shows warnings about a document, with a button for another language of it if there is one. They must not quote the
 * document.
 */
export function tellAbout(
  { connection, client }: ServerContext,
  uri: string,
): (message: string, treatAs?: LanguageId) => void {
  const offer = async (message: string, language: LanguageId): Promise<void> => {
    const button = { title: treatAsTitle(language) };
    // A client that ends in the meantime answers nothing.
    const chosen = await connection.window.showWarningMessage(message, button).catch(() => undefined);
    if (chosen) await connection.sendNotification(treatAsNotification, { uri, language });
  };
  return (message, treatAs) => {
    // Only our client has the command of the button.
    if (treatAs === undefined || !client.initOptions.commandLenses) showWarning(connection, message);
    else void offer(message, treatAs);
  };
}
