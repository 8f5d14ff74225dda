import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Throws if a file below a folder contains a secret, in any of the forms of `holdsSecret`. */
export async function expectNoSecretBelow(folder: string, secret: string): Promise<void> {
  const found: string[] = [];
  for (const file of await filesBelow(folder))
    if (holdsSecret(await contentOf(file), secret)) found.push(file);
  if (found.length > 0) throw new Error(`The access token is in ${found.join(', ')}.`);
}

/** The content of a file; empty if it was deleted since it was listed. */
function contentOf(file: string): Promise<Buffer> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  });
}

export async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Finds a secret verbatim, as UTF-16, and inside Base64. */
export function holdsSecret(bytes: Buffer, secret: string): boolean {
  const plain = Buffer.from(secret);
  // Base64 differs for each of the three offsets of a text within a group of three bytes.
  const encoded = [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), plain])
      .toString('base64')
      .replace(/=+$/, '');
    return Buffer.from(text.slice(4, -2));
  });
  return [plain, Buffer.from(secret, 'utf16le'), ...encoded].some((spelling) => bytes.includes(spelling));
}
