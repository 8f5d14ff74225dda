import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const vsix = join(root, 'trajectory-tools.vsix');

/** Every file allowed in the package; `vsce` adds two files and renames some. */
const expected = new RegExp(
  [
    '\\[Content_Types\\]\\.xml|extension\\.vsixmanifest',
    'extension/(package\\.json|readme\\.md|changelog\\.md|LICENSE\\.txt|images/(icon\\.png|\\w+-(light|dark)\\.svg))',
    'extension/docs/((command-line|editors|problems|scale|walkthrough/\\w+)\\.md|scale/\\w+\\.sh)',
    'extension/examples/(problems\\.trajectory|small\\.training-job)\\.json',
    'extension/syntaxes/[\\w-]+(\\.tmLanguage)?\\.json',
    'extension/dist/viewer/(main\\.(js|css)|codicon\\.ttf)',
    'extension/dist/(cli|client|server)/[\\w.]+\\.js|extension/dist/THIRD-PARTY-NOTICES\\.txt',
  ]
    .map((alternative) => `^(${alternative})$`)
    .join('|'),
);

it('contains only bundles, with their third-party notices', async () => {
  const names = namesInZip(await readFile(vsix));
  expect(names.filter((name) => !expected.test(name))).toEqual([]);
  expect(names.filter((name) => name.startsWith('extension/dist/')).sort()).toEqual([
    'extension/dist/THIRD-PARTY-NOTICES.txt',
    'extension/dist/cli/trajectory.js',
    'extension/dist/client/node.js',
    'extension/dist/client/web.js',
    'extension/dist/server/main.worker.js',
    'extension/dist/viewer/codicon.ttf',
    'extension/dist/viewer/main.css',
    'extension/dist/viewer/main.js',
  ]);
});

it('contains the page about problem codes, the walkthrough, and the files that it opens', async () => {
  const names = namesInZip(await readFile(vsix));
  const { contributes } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Manifest;
  const steps = contributes.walkthroughs.flatMap((walkthrough) => walkthrough.steps);
  const icons = contributes.languages.flatMap(({ icon }) =>
    icon === undefined ? [] : [icon.light, icon.dark],
  );
  const files = [...steps.map(({ media }) => media.markdown), ...icons].map((path) => path.replace('./', ''));
  const examples = ['examples/problems.trajectory.json', 'examples/small.training-job.json'];
  for (const file of [...files, ...examples, 'docs/problems.md'])
    expect(names).toContain(`extension/${file}`);
});

interface Manifest {
  readonly contributes: {
    readonly walkthroughs: readonly {
      readonly steps: readonly { readonly media: { readonly markdown: string } }[];
    }[];
    readonly languages: readonly { readonly icon?: { readonly light: string; readonly dark: string } }[];
  };
}

it('is smaller than 1.5 MB', async () => {
  expect((await readFile(vsix)).length).toBeLessThan(1_500_000);
});

/** The names in a zip file's central directory, at its end: 46 bytes and the name for each entry. */
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
