import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const vsix = join(resolve(import.meta.dirname, '../..'), 'trajectory-tools.vsix');

/** Everything that may be in the package; VS Code's tool adds two files and renames some. */
const expected = new RegExp(
  [
    '\\[Content_Types\\]\\.xml|extension\\.vsixmanifest',
    'extension/(package\\.json|readme\\.md|changelog\\.md|LICENSE\\.txt|images/icon\\.png)',
    'extension/syntaxes/[\\w-]+(\\.tmLanguage)?\\.json',
    'extension/dist/(client|server)/[\\w.]+\\.js',
  ]
    .map((alternative) => `^(${alternative})$`)
    .join('|'),
);

it('packs bundles only', async () => {
  const names = namesInZip(await readFile(vsix));
  expect(names.filter((name) => !expected.test(name))).toEqual([]);
  expect(names.filter((name) => name.startsWith('extension/dist/')).sort()).toEqual([
    'extension/dist/client/main.node.js',
    'extension/dist/client/main.web.js',
    'extension/dist/server/main.node.js',
    'extension/dist/server/main.worker.js',
    'extension/dist/server/service.js',
  ]);
});

it('stays under a megabyte', async () => {
  expect((await readFile(vsix)).length).toBeLessThan(1_000_000);
});

/** The names in a zip file's directory, which stands at its end: 46 bytes and the name for each entry. */
function namesInZip(zip: Buffer): string[] {
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  const names: string[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [name, extra, comment] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ];
    names.push(zip.toString('utf8', at + 46, at + 46 + name));
    at += 46 + name + extra + comment;
  }
  return names;
}
