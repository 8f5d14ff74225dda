import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DocumentOptions, editDocument } from '../../server/core/document';
import { type Edit, stringOf } from '../../server/core/text/text';
import { edits, placed, type RelativeEdit, text } from './arbitrary';
import { everything, open, options } from './support';

/** `PROPERTY_RUNS=50000 npx vitest run test/core/incremental.test.ts` looks longer. */
const numRuns = Number(process.env['PROPERTY_RUNS'] ?? 1500);

describe('After any edits a document is what a fresh parse of its text gives', () => {
  for (const [name, how] of Object.entries(options)) {
    it(`as ${name}`, () => {
      fc.assert(
        fc.property(text, fc.array(edits, { minLength: 1, maxLength: 5 }), (content, notifications) =>
          agree(content, notifications, how),
        ),
        { numRuns },
      );
    }, 600_000);
  }
});

function agree(
  content: string,
  notifications: readonly (readonly RelativeEdit[])[],
  how: DocumentOptions,
): void {
  let document = open(content, how);
  let current = content;
  for (const notification of notifications) {
    const applied: Edit[] = [];
    for (const relative of notification) {
      const edit = placed(relative, current.length);
      applied.push(edit);
      current = current.slice(0, edit.from) + edit.insert + current.slice(edit.to);
    }
    document = editDocument(document, applied);
    expect(stringOf(document.text)).toBe(current);
    expect(everything(document)).toEqual(everything(open(current, how)));
  }
}
