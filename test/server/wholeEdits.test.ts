import { describe, expect, it } from 'vitest';
import { finished } from '../../server/core/work';
import { formatEdits } from '../../server/lsp/wholeEdits';
import { open } from '../core/support';

const options = { tabSize: 2, insertSpaces: true };

describe('Formatting over LSP', () => {
  it('sends each changed gap by itself where there are few', () => {
    const document = open('{"split":"a",\n  "trajectory_groups": []}');
    const edits = finished(formatEdits(document, options));
    expect(edits.length).toBeGreaterThan(1);
  });

  it('sends the whole text where there are more than the editor makes one by one', () => {
    const value = { split: 'a', x: Array.from({ length: 2000 }, (_, i) => i) };
    const document = open(JSON.stringify(value));
    const edits = finished(formatEdits(document, options));
    expect(edits).toHaveLength(1);
    expect(edits[0]?.range.start).toEqual({ line: 0, character: 0 });
    expect(edits[0]?.newText).toBe(JSON.stringify(value, null, 2));
  });

  it('sends nothing where nothing changes', () => {
    expect(finished(formatEdits(open(''), options))).toEqual([]);
  });
});
