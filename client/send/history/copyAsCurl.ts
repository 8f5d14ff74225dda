import * as vscode from 'vscode';
import { bodyFile, curlCommand } from '../../../send/journal/curl';
import type { HistoryEntry } from '../../../send/journal/history';
import { type Body, isFilePiece, type TextPiece } from '../../../send/request/body';
import { encode } from '../../../send/transport/encode';
import type { Unreadable } from '../../../send/transport/files';
import { type BodyDigest, digestBody } from '../../../send/transport/readBody';
import { saveBody } from '../../../send/transport/saveBody';
import { explain } from '../../documents/commandTarget';
import { displayName } from '../../documents/displayName';
import { impossible, isStop, type Stop } from '../../documents/stop';
import { showInfo } from '../../notifications';
import { askForInputs } from '../gather';
import { operationOf } from '../operations/operationOf';
import type { SendArguments } from '../sendArguments';
import type { SendServices } from '../sendServices';

/** Copies a request as a curl command, and offers to write its body to a file if there is none. */
export async function copyAsCurl(
  services: SendServices,
  entry: HistoryEntry,
  args: SendArguments,
): Promise<void> {
  const { command, needsBody } = curlCommand(entry);
  await vscode.env.clipboard.writeText(command);
  const token = 'Set the variable TOKEN to the access token before you run it.';
  const from = displayName(vscode.Uri.parse(entry.documentUri));
  if (!needsBody)
    return showInfo(`Copied the curl command. It sends ${from} as it is on disk when you run it. ${token}`);
  showInfo(`Copied the curl command. ${token} It sends ${bodyFile}, the request body made from ${from}.`, {
    label: `Save ${bodyFile}…`,
    run: () => writeBody(services, entry, args),
  });
}

/** The journal stores no bodies: rebuild it from the current documents. */
async function writeBody(services: SendServices, entry: HistoryEntry, args: SendArguments): Promise<void> {
  const body = await bodyOf(services, entry, args);
  if (isStop(body)) return explain(body);
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const target = await vscode.window.showSaveDialog({
    title: 'Save the Request Body',
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, bodyFile) }),
    filters: { JSON: ['json'] },
  });
  if (target === undefined) return;
  const saved = await saveTo(target, body.pieces);
  if ('problem' in saved) return explain(impossible('document', `Not saved: ${saved.problem}`));
  const isSame = saved.sha256 === entry.sha256;
  const same = isSame
    ? 'It is identical to the request that was sent.'
    : 'The documents have changed since then: it differs from the request that was sent.';
  showInfo(`Saved ${displayName(target)}. ${same}`);
}

/** A body with a large file is never in memory as a whole, as VS Code's own function needs it. */
async function saveTo(target: vscode.Uri, body: Body): Promise<BodyDigest | Unreadable> {
  const file = body.find(isFilePiece)?.file;
  if (file === undefined) {
    await vscode.workspace.fs.writeFile(target, Buffer.concat([...encode(body as readonly TextPiece[])]));
    return digestBody(body);
  }
  if (target.scheme !== 'file') return { problem: 'A body of this size can only be saved to a disk.' };
  if (target.toString() === file.uri) return { problem: 'This is the file that the body is made from.' };
  return saveBody(body, target.fsPath);
}

async function bodyOf(
  services: SendServices,
  entry: HistoryEntry,
  args: SendArguments,
): Promise<{ readonly pieces: Body } | Stop> {
  const operation = operationOf(entry);
  const documents = await operation.chooseDocuments(services, args);
  if (isStop(documents)) return documents;
  const inputs = await askForInputs(services, operation, { documents, args });
  if (isStop(inputs)) return inputs;
  const request = operation.assemble({ ...inputs, url: entry.origin, checked: [] });
  return isStop(request) ? request : { pieces: request.body };
}
