import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { corpusFiles } from './files';
import { listed } from './listed';

const folder = fileURLToPath(new URL('./', import.meta.url));
const files = corpusFiles(folder);

/** `node test/corpus/write.mjs` rewrites the lists; review every changed entry. */
describe('The problems of each file match the reviewed list', () => {
  it.each(files)('%s', (file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    expect(listed(basename(file), text)).toBe(readFileSync(join(folder, `problems/${file}.txt`), 'utf8'));
  });
  it('and every list has a file', () => {
    const lists = readdirSync(join(folder, 'problems'), { recursive: true, encoding: 'utf8' })
      .filter((path) => statSync(join(folder, 'problems', path)).isFile())
      .map((path) => path.replaceAll('\\', '/'));
    expect(lists.sort()).toEqual(files.map((file) => `${file}.txt`));
  });
});

describe('Each project with a file here', () => {
  const notice = readFileSync(join(folder, 'NOTICE.md'), 'utf8');
  it.each(readdirSync(join(folder, 'projects')))('%s is named in the notice, with its licence', (project) => {
    expect(notice).toContain(`\`${project}\``);
    const names = readdirSync(join(folder, 'projects', project));
    expect(names.some((name) => /^(LICENSE|copyright)/.test(name))).toBe(true);
  });
});
