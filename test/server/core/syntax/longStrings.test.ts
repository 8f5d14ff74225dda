import { describe, expect, it } from 'vitest';
import { type Document, problemsOf } from '../../../../server/core/document';
import { fixesFor } from '../../../../server/core/features/fixes/fixes';
import { runToEnd } from '../../../../server/core/work';
import { expectFresh } from '../expectFresh';
import { editDocument, open, options } from '../support';

/** Three million characters with quotes, commas and brackets. */
const words = 'a word, another: \\"x\\" and {more} [words] '.repeat(75_000);
const around = (message: string): string =>
  `{"split": "train", "trajectory_groups": [{"trajectories": [{"messages_and_choices": [${message}, {"role": "assistant", "content": "ok"}], "reward": 1}]}]}`;

const escaped = (json: string): string => JSON.stringify(json).slice(1, -1);

const texts = [
  ['in single quotes', around(`{"role": "user", "content": '${words}'}`)],
  ['in a message as Python prints it', around(`{'role': 'user', 'content': '${words}', 'refusal': None}`)],
  ['in typographic quotes', around(`{“role”: “user”, “content”: “${words}”}`)],
  ['in a message that is escaped', around(escaped(`{"role": "user", "content": "${words}"}`))],
  [
    'in a message with quotes of HTML',
    around(`{"role": "user", "content": "${words}"}`.replaceAll('"', '&quot;')),
  ],
  ['with a Python prefix', around(`{"role": "user", "content": b'${words}'}`)],
  ['with a quote that is not escaped', around(`{"role": "user", "content": "a "quote and ${words}"}`)],
] as const;

describe('A string of millions of characters is one problem with a fix', () => {
  it.each(texts)('%s', (_, text) => {
    const document = open(text, options.trajectory);
    const problems = problemsOf(document);
    expect(problems.map(({ code }) => code)).toEqual(['syntax']);
    const [fix] = runToEnd(fixesFor(document, problems[0]!, { recentModelIds: [] }));
    expect(problemsOf(editDocument(document, [...fix!.edits].reverse()))).toEqual([]);
  });

  it.each(texts)('and stays one after edits: %s', (_, text) => {
    let document: Document = open(text, options.trajectory);
    for (const place of ['"train', '"ok', 'reward']) {
      const from = text.indexOf(place) + 1;
      document = editDocument(document, [{ from, to: from, insert: '_' }]);
      document = editDocument(document, [{ from, to: from + 1, insert: '' }]);
      expectFresh(document);
      expect(problemsOf(document).length).toBe(1);
    }
  });
});

it('A single quote without a partner affects only its place, however long the line is', () => {
  const messages = `${'{"role": "user", "content": "a word, another"}, '.repeat(50_000)}{"role": "assistant", "content": "ok"}`;
  const text = around(`', ${messages}`);
  const document = open(text, options.trajectory);
  expect(problemsOf(document).filter(({ severity }) => severity === 'error').length).toBe(1);
  const from = text.indexOf('"ok') + 1;
  expectFresh(editDocument(document, [{ from, to: from, insert: "'" }]));
});
