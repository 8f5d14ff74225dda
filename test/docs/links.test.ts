import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');

/** The pages in the extension's package, which names each file that it ships. */
const pages = read('.vscodeignore')
  .split('\n')
  .filter((line) => line.startsWith('!docs/') && line.endsWith('.md'))
  .map((line) => line.slice(1));
const shipped = read('.vscodeignore')
  .split('\n')
  .filter((line) => line.startsWith('!'))
  .map((line) => line.slice(1));

describe('In the package of the extension', () => {
  it.each(pages.filter((name) => !name.includes('*')))('%s links only to what is there', (page) => {
    const text = read(page);
    const links = [...text.matchAll(/\]\((?!https:|#|command:)([^)#\s]+)/g)].map(([, link]) => link!);
    for (const link of links) {
      const target = normalize(join(dirname(page), link));
      expect(existsSync(join(root, target))).toBe(true);
      expect(shipped.some((one) => one === target || isIn(one, target))).toBe(true);
    }
    // Links to a name that stands for another one lead nowhere.
    expect(text).not.toMatch(
      /https?:\/\/[\w.-]*\bexample\.(?:com|org)\/(?:trajectory|\w+\/trajectory)-tools/,
    );
  });
});

/** Whether a pattern such as `docs/scale/*.sh` matches. */
function isIn(pattern: string, name: string): boolean {
  const [before, after] = pattern.split('*');
  return after !== undefined && name.startsWith(before!) && name.endsWith(after);
}
