import * as vscode from 'vscode';
import type { Outcome } from '../submit/outcome';
import { inertText } from '../submit/plainText';
import { restriction } from './restrictedMode';
import { impossible, type Stop } from './step';

/** Runs a sending command: refuses in Restricted Mode, and tells why nothing was sent. */
export async function runSending(command: () => Promise<Outcome | Stop>): Promise<Outcome> {
  const restricted = restriction('Nothing is sent');
  const result = restricted === null ? await command() : impossible('restricted-mode', restricted);
  if (!('stop' in result)) return result;
  if (result.stop.status === 'failed')
    void vscode.window.showErrorMessage(inertText(result.stop.message, 600));
  return result.stop;
}
