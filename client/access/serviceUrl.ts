import * as vscode from 'vscode';
import { isLoopback, parseBaseUrl } from '../../send/request/endpoint';
import type { MessageAction } from '../notifications';
import { type Offered, pickOrType, type Typed } from '../pickOrType';
import { baseUrl, setBaseUrl } from '../settings';

/** `Trajectory: Change Service URL`. Returns the URL, or null when the user dismissed the question. */
export function registerChangeServiceUrl(): vscode.Disposable {
  return vscode.commands.registerCommand('trajectory.changeServiceUrl', changeServiceUrl);
}

/** The service URL from the settings; asks for one when there is none. Null when the user dismissed the question. */
export async function askForServiceUrl(): Promise<string | null> {
  const configured = baseUrl();
  return configured.trim() === '' ? changeServiceUrl() : configured;
}

/** Asks for the service URL and stores it. Null when the user dismissed the question, or it cannot be stored. */
export async function changeServiceUrl(): Promise<string | null> {
  const present = baseUrl().trim();
  const chosen = await pickOrType({
    title: 'Training Service',
    placeHolder: 'Type the URL of your service, such as https://training.example.com',
    text: present,
    offered: [localService(await runningLocalService())],
    read: readUrl,
    labelOf: (url) => `Use "${url}"`,
  });
  if (chosen === null) return null;
  if (chosen === 'local') return useLocalService();
  return (await setBaseUrl(chosen)) ? chosen : null;
}

/** The button of messages about a URL. */
export const changeUrl: MessageAction = { label: 'Change Service URL', run: changeServiceUrl };

/** Makes the local service the service URL, and starts it if needed. Null when it did not start. */
export async function useLocalService(): Promise<string | null> {
  return vscode.commands.executeCommand<string | null>('trajectory.startLocalService', { use: true });
}

/** The URL of the local service, if it is running. */
async function runningLocalService(): Promise<string | null> {
  return vscode.commands.executeCommand<string | null>('trajectory.runningLocalService');
}

/** Whether an origin is that of the local service, which is running. */
export async function isRunningLocalService(origin: string): Promise<boolean> {
  const url = await runningLocalService();
  return url !== null && new URL(url).origin === origin;
}

/** Whether an origin is that of the local service, which has ended. */
export async function isEndedLocalService(origin: string): Promise<boolean> {
  const url = await vscode.commands.executeCommand<string | null>('trajectory.endedLocalService');
  return url !== null && new URL(url).origin === origin;
}

function localService(running: string | null): Offered<string> {
  const about =
    'A training service on this machine, for trying things out. It checks and stores what you send.';
  return {
    label: running === null ? 'Start Local Service' : 'Use Local Service',
    detail: running === null ? about : `It is running at ${running}.`,
    alwaysShow: true,
    value: 'local',
  };
}

/** People type hosts without a scheme: add `http` for a loopback host, `https` for others. */
function readUrl(text: string): Typed<string> {
  const isBare = !/^[a-z][a-z\d+.-]*:\/\//i.test(text) && URL.canParse(`https://${text}`);
  const scheme = isBare && isLoopback(new URL(`https://${text}`).hostname) ? 'http://' : 'https://';
  const url = isBare ? scheme + text : text;
  const parsed = parseBaseUrl(url);
  return parsed.ok ? { ok: true, value: url, shown: url } : parsed;
}
