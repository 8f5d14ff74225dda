import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { listed } from './listed';

const folder = new URL('./', import.meta.url);
const names = readdirSync(new URL('files/', folder));

/** `node test/corpus/write.mjs` rewrites the lists; review every changed entry. */
describe('The problems of each file match the reviewed list', () => {
  it.each(names)('%s', (name) => {
    const list = new URL(`problems/${name}.txt`, folder);
    expect(existsSync(list)).toBe(true);
    expect(listed(name, readFileSync(new URL(`files/${name}`, folder), 'utf8'))).toBe(
      readFileSync(list, 'utf8'),
    );
  });
  it('and every list has a file', () => {
    expect(readdirSync(new URL('problems/', folder))).toEqual(names.map((name) => `${name}.txt`));
  });
});
