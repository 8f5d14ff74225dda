import * as vscode from 'vscode';
import type { Submission } from '../../send/submission';
import { askForToken, type OtherUrl } from '../access/askForToken';
import { isEndedLocalService, isRunningLocalService, useLocalService } from '../access/serviceUrl';
import { cancelled, type Stop } from '../documents/stop';
import type { SendServices } from './sendServices';

/** Sees to it that the token of a request's service is known. Otherwise returns why not, or the URL to use instead. */
export async function findToken(
  { tokens }: SendServices,
  { endpoint }: Submission,
): Promise<Stop | OtherUrl | null> {
  const { origin } = endpoint;
  if ((await tokens.read(origin)) !== null) return null;
  if (await isRunningLocalService(origin)) {
    // Nobody has seen its token; the window that started it has it.
    await useLocalService();
    if ((await tokens.read(origin)) !== null) return null;
  } else if (await isEndedLocalService(origin)) {
    const choice = await askToStart(origin);
    if (choice === startLocal) return startAt(origin);
    if (choice !== setToken) return cancelled;
  }
  const answer = await askForToken(tokens, origin);
  return answer === 'stored' ? null : (answer ?? cancelled);
}

const startLocal = 'Start Local Service';
const setToken = 'Set Access Token';

/** The local service makes a new token each time it starts. */
async function askToStart(origin: string): Promise<string | undefined> {
  const detail = `It ends with its window. Set a token only if another service is at ${origin} now.`;
  const message = 'The local service is not running.';
  return vscode.window.showWarningMessage(message, { modal: true, detail }, startLocal, setToken);
}

/** Starts the local service, which stores its token. */
async function startAt(origin: string): Promise<Stop | OtherUrl | null> {
  const url = await useLocalService();
  if (url === null) return cancelled;
  // Another program may have taken its port.
  return new URL(url).origin === origin ? null : { url };
}
