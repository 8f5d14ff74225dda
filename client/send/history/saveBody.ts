import { open } from 'node:fs/promises';
import * as vscode from 'vscode';
import { type Body, isFilePiece, type TextPiece } from '../../../send/request/body';
import { encode } from '../../../send/transport/encode';
import type { Unreadable } from '../../../send/transport/files';
import { type BodyDigest, digestBody, openBody } from '../../../send/transport/readBody';

/** Writes a body to a file, and returns what was written or why it cannot be. */
export async function saveBody(body: Body, target: vscode.Uri): Promise<BodyDigest | Unreadable> {
  const file = body.find(isFilePiece)?.file;
  if (file === undefined) {
    await vscode.workspace.fs.writeFile(target, Buffer.concat([...encode(body as readonly TextPiece[])]));
    return digestBody(body);
  }
  // A large file is never in memory as a whole, as VS Code's own function needs it.
  if (target.scheme !== 'file') return { problem: 'A body of this size can only be saved to a disk.' };
  if (target.toString() === file.uri) return { problem: 'This is the file that the body is made from.' };
  return copyTo(body, target.fsPath);
}

async function copyTo(body: Body, path: string): Promise<BodyDigest | Unreadable> {
  const opened = await openBody(body);
  if ('problem' in opened) return opened;
  try {
    const output = await open(path, 'w');
    try {
      for await (const chunk of opened.chunks) {
        if (!(chunk instanceof Uint8Array)) return chunk;
        await output.writeFile(chunk);
      }
    } finally {
      await output.close();
    }
  } finally {
    await opened.close();
  }
  return digestBody(body);
}
