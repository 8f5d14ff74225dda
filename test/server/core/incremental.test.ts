import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Document, type DocumentOptions, problemsOf } from '../../../server/core/document';
import { applyEdits } from '../../../server/core/features/applyEdits';
import { type Edit, stringOf } from '../../../server/core/text/text';
import { runToEnd } from '../../../server/core/work';
import { inputs } from '../../budget';
import { edits, placed, type RelativeEdit, text } from './arbitrary';
import { expectFresh } from './expectFresh';
import { editDocument, ofKind, open, options, parts } from './support';

describe('After any edits a document equals a fresh parse of its text', () => {
  for (const [name, how] of [...Object.entries(options), ['request', ofKind.request] as const]) {
    it(`as ${name}`, () => {
      fc.assert(
        fc.property(text, fc.array(edits, { minLength: 1, maxLength: 5 }), (content, notifications) =>
          agree(content, notifications, how),
        ),
        inputs(200),
      );
    });
  }
});

it('A line break in a value of JSON Lines is the first one, until one is typed before it', () => {
  const long = `{"x": "${'word '.repeat(2000)}"}`;
  const line = `{"trajectories": [${long}, ${long}, {"y": [1,\n2]}, ${long}]}`;
  const countOf = (document: Document): number =>
    problemsOf(document).filter(({ code }) => code === 'syntax').length;
  const before = open(`${line}\n${line}\n`, options.lines);
  const edited = editDocument(before, [{ from: 1, to: 1, insert: '\n' }]);
  expect([countOf(before), countOf(edited)]).toEqual([2, 2]);
  expectFresh(edited);
  const again = editDocument(edited, [{ from: 1, to: 2, insert: '' }]);
  expect(countOf(again)).toBe(2);
  expectFresh(again);
});

it('Text after the value is a problem of its own when the text before it is removed', () => {
  const value = `{"split": "train", "x": [${'["word"], '.repeat(3000)}1], "trajectory_groups": []}`;
  for (const [lead, rest] of [
    ['{', '}'],
    ['Here it is: ', ' That is all.'],
  ] as const) {
    const around = open(`${lead}${value}${rest}`, options.trajectory);
    expect(problemsOf(around).filter(({ code }) => code === 'syntax')).toHaveLength(1);
    const alone = editDocument(around, [{ from: 0, to: lead.length, insert: '' }]);
    expectFresh(alone);
    expectFresh(editDocument(alone, [{ from: 0, to: 0, insert: lead }]));
    expectFresh(editDocument(around, [{ from: around.text.length - 1, to: around.text.length, insert: '' }]));
  }
});

/** Texts of several parts in which nearly everything is wrong. */
const broken = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '{"a": ',
        '{',
        '[',
        ']',
        '}',
        ',',
        ':',
        ', ',
        'o',
        'd"',
        '"k": 1',
        '"',
        '\n',
        '\t',
        '// x\n',
        '"\\d \t\\s"',
        '\nINFO: x\n',
        ',\n',
        '\n  "k": 2,',
        ':\n\n{"a": [',
        '[\n{"role": "user"}, ',
        '\n]}\n',
        '[2026-05-01 10:00:00] x',
      ),
      fc.constantFrom('f(', 'f( ', '(1', ')', "f(a='b', c=[1])", 'np.float64(0.5)', "<A.B: 'c'>", '<a '),
      fc.constantFrom(
        '“a”',
        '“',
        '”, ',
        '`',
        '`b`: ',
        '\\"',
        '\\"c\\": ',
        '&quot;',
        '{a: ',
        ', b: undefined',
        '"z" = ',
        ' := ',
        '<!-- ',
        ' -->',
        ',}',
      ),
      fc.constantFrom('{"role": "user"}', '{"role": "user"},', '"x":', '[1, 2]', '"b"', "'c'", 'null'),
      fc.integer({ min: 1, max: 1800 }).map((words) => `"${'word '.repeat(words)}"`),
    ),
    { minLength: 5, maxLength: 60 },
  )
  .map((pieces) => pieces.join(''));

it('After any edits a document in which nearly everything is wrong equals a fresh parse of its text', () => {
  const property = fc.property(
    broken,
    fc.array(edits, { minLength: 1, maxLength: 3 }),
    fc.constantFrom(...Object.values(options), ...Object.values(ofKind)),
    agree,
  );
  fc.assert(property, inputs(75));
});

describe('A part followed by a syntax error is parsed again', () => {
  const long = 'word '.repeat(1700);
  it.each([
    ['a comma before a mismatched bracket', `{"a": ["${long}", o\n,}]}`],
    ['text that is not JSON before the end', `{"a":["${long}", "${long}", d"\n:`],
    ['a name at the end', `{"a":1,"b":"${long}","`],
    ['an extra bracket before a comma', `{"a": {"b": "${long}" ,{}`],
  ])('%s', (_, content) => {
    for (const insert of ['z', '"', '***']) {
      const document = editDocument(open(content), [{ from: 40, to: 41, insert }]);
      expectFresh(document);
    }
  });
});

it('A syntax error hidden by another is reported once the other is fixed, even at the start of a part', () => {
  for (let blanks = 0; blanks < 13; blanks++) {
    const content = `{${' '.repeat(blanks)}${'"a":1 cc:2 '.repeat(800)}}`;
    const document = open(content, ofKind.request);
    for (const { offset: at } of parts(document)) {
      const repaired = editDocument(document, [{ from: at, to: at, insert: ',' }]);
      expect(repaired.counts).toEqual(open(stringOf(repaired.text), ofKind.request).counts);
    }
  }
});

it('A syntax error at the start of a line is reported again when the text after it is edited', () => {
  const long = `{"trajectories": [{"messages_and_choices": [{"content": "${'word '.repeat(1000)}"`;
  const content = `${long}, "x": {"split"\n  :0.5}}],"reward": 1},{"x": 2}]}`;
  for (let at = content.indexOf('\n') + 4; at < content.length; at++) {
    const document = editDocument(open(content, options.lines), [{ from: at, to: at + 1, insert: '' }]);
    expectFresh(document);
  }
});

it('A missing name is reported once the comma before its value is there', () => {
  const item = `{"a": "${'word '.repeat(900)}"}`;
  const document = open(`{"x": 1[${item}, ${item}, ${item}], "reward": 1}`, options.config);
  expectFresh(editDocument(document, [{ from: 7, to: 7, insert: ',' }]));
});

describe('After many edits at once a document equals a fresh parse of its text', () => {
  for (const [name, how] of Object.entries(options)) {
    it(`as ${name}`, () => {
      fc.assert(
        fc.property(text, edits, (content, relative) => {
          const inOrder = relative
            .map((edit) => placed(edit, content.length))
            .sort((a, b) => a.from - b.from || a.to - b.to);
          const apart = inOrder.filter(
            (edit, i) => i === 0 || inOrder.slice(0, i).every(({ to }) => to <= edit.from),
          );
          let expected = content;
          for (const { from, to, insert } of [...apart].reverse())
            expected = expected.slice(0, from) + insert + expected.slice(to);
          const document = runToEnd(applyEdits(open(content, how), apart));
          expect(stringOf(document.text)).toBe(expected);
          expectFresh(document);
        }),
        inputs(75),
      );
    });
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
    const changes: Edit[] = [];
    for (const relative of notification) {
      const edit = placed(relative, current.length);
      changes.push(edit);
      current = current.slice(0, edit.from) + edit.insert + current.slice(edit.to);
    }
    document = editDocument(document, changes);
    expect(stringOf(document.text)).toBe(current);
    expectFresh(document);
  }
}
