import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Editor {
  readonly displayName: string;
  readonly selector: readonly { readonly filenamePattern: string }[];
}

it('*Reopen Editor With…* lists the view before that of files above 50 MB: VS Code puts longer patterns first', () => {
  const { contributes } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    contributes: { customEditors: readonly [Editor, Editor] };
  };
  const [view, ofLargeFiles] = contributes.customEditors;
  expect(ofLargeFiles.displayName).toBe('Trajectory View (Files above 50 MB)');
  const lengths = ({ selector }: Editor) => selector.map(({ filenamePattern }) => filenamePattern.length);
  expect(Math.min(...lengths(view))).toBeGreaterThan(Math.max(...lengths(ofLargeFiles)));
});
