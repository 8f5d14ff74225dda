import { describe, expect, it } from 'vitest';
import type { TextEdit } from 'vscode-languageserver';
import { editText, stringOf, textOf } from '../../../../server/core/text/text';
import { runToEnd } from '../../../../server/core/work';
import { formatEdits } from '../../../../server/lsp/handlers/wholeEdits';
import { toOffsetRange } from '../../../../server/lsp/toLsp';
import { open } from '../../core/support';

const options = { tabSize: 2, insertSpaces: true };
/** More gaps than VS Code applies as separate edits. */
const long = { split: 'a', x: Array.from({ length: 2000 }, (_, i) => i) };

function withEdits(content: string, edits: readonly TextEdit[]): string {
  const apply = (text: ReturnType<typeof textOf>, { range, newText }: TextEdit) =>
    editText(text, { ...toOffsetRange(text, range), insert: newText });
  return stringOf(edits.toReversed().reduce(apply, textOf(content)));
}

describe('Formatting over LSP', () => {
  it('sends an edit for each changed gap if there are few', () => {
    const document = open('{"split":"a",\n  "trajectory_groups": []}');
    const edits = runToEnd(formatEdits(document, null, options))!;
    expect(edits.length).toBeGreaterThan(1);
  });

  it('sends a single edit if there are more than the editor applies separately', () => {
    const content = JSON.stringify(long);
    const edits = runToEnd(formatEdits(open(content), null, options))!;
    expect(edits).toHaveLength(1);
    expect(withEdits(content, edits)).toBe(JSON.stringify(long, null, 2));
  });

  it('sends a single edit for a range too, and keeps the text around it', () => {
    const content = `[\n[1,2],\n${JSON.stringify(long)},\n[3,4]]`;
    const from = content.indexOf('{');
    const to = content.indexOf('}') + 1;
    const edits = runToEnd(formatEdits(open(content), { from, to }, options))!;
    expect(edits).toHaveLength(1);
    const laidOut = JSON.stringify(long, null, 2).replaceAll('\n', '\n  ');
    expect(withEdits(content, edits)).toBe(`[\n[1,2],\n  ${laidOut},\n[3,4]]`);
  });

  it('sends nothing if nothing changes', () => {
    expect(runToEnd(formatEdits(open(''), null, options))).toEqual([]);
  });
});
