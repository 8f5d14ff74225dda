import * as vscode from 'vscode';
import { parseBaseUrl } from '../../send/request/endpoint';
import { baseUrl, setBaseUrl } from '../settings';

/** The service URL of the settings, or one that the user enters now. Null when the user gave none. */
export async function askForServiceUrl(): Promise<string | null> {
  const configured = baseUrl();
  if (configured.trim() !== '') return configured;
  const enter = { label: '$(globe) Enter a Service URL…' };
  const local = {
    label: '$(server-process) Start Local Service',
    detail: 'A training service on this machine that checks and keeps what it is sent, to try things out.',
  };
  const choice = await vscode.window.showQuickPick([enter, local], {
    title: 'Training Service',
    placeHolder: 'No service is set up yet',
    ignoreFocusOut: true,
  });
  if (choice === local)
    return vscode.commands.executeCommand<string | null>('trajectory.startLocalService', { use: true });
  return choice === enter ? enterServiceUrl() : null;
}

async function enterServiceUrl(): Promise<string | null> {
  const url = await vscode.window.showInputBox({
    title: 'Service URL',
    prompt: 'Requests go to paths below it that begin with /v1/preview.',
    placeHolder: 'https://training.example.com',
    ignoreFocusOut: true,
    validateInput: (text) => {
      const parsed = parseBaseUrl(text);
      return parsed.ok ? null : parsed.message;
    },
  });
  if (url === undefined) return null;
  await setBaseUrl(url.trim());
  return url.trim();
}
