import { expect, it } from 'vitest';
import { problemsOf } from '../../../../../server/core/document';
import { changesOf, Reuse } from '../../../../../server/core/syntax/tree/reuse';
import { editDocument, everything, open } from '../../support';

it('Where the old text has no parts, none is looked for: the new text is read in one run', () => {
  const value = `[${'1, '.repeat(10_000)}1]`;
  const rest = ` ${'{}, '.repeat(10_000)}`;
  const { tree, text } = open(value + rest);
  const same = new Reuse(tree.root, []);
  expect(same.nextReusable(value.length + 100)).toBe(text.length);
  const edits = [{ from: value.length - 1, to: value.length, insert: ', ' }];
  const changed = new Reuse(tree.root, changesOf(edits));
  expect(changed.nextReusable(value.length)).toBe(text.length + 1);
  expect(changed.nextReusable(value.length + 100)).toBe(text.length + 1);
});

it('In front of the first part of a container, it is the next one', () => {
  const head = `{"trajectories": ${' '.repeat(1000)}`;
  const { tree } = open(`${head}[${'{"reward": 1}, '.repeat(10_000)}{}]}`);
  const reuse = new Reuse(tree.root, []);
  expect(reuse.nextReusable(20)).toBe(head.length + 1);
});

it('The missing bracket of an object is no longer a syntax error once it is inserted', () => {
  const messages = Array(2000).fill('{"role": "user", "content": "Hi"}').join(', ');
  const trajectory = `"messages_and_choices": [${messages}], "reward": 1}`;
  const broken = `{"split": "a", "trajectory_groups": [{"trajectories": [\n  ${trajectory}]}]}`;
  const document = open(broken);
  const [problem, ...others] = problemsOf(document);
  expect(others).toEqual([]);
  const from = broken.indexOf('"messages_and_choices"');
  expect(problem).toMatchObject({ code: 'syntax', from, message: "Expected '{' before this property." });
  const edited = editDocument(document, [{ from, to: from, insert: '{' }]);
  expect(problemsOf(edited)).toEqual([]);
});

it('Text behind a value, where no property can begin, is none either when the value is not read again', () => {
  const strings = Array(2000).fill('"some words"').join(', ');
  // More than what is read ahead to choose a repair.
  const content = `{"logs": [${strings}]:""${'\n- r n:""'.repeat(100)}`;
  const end = { from: content.length, to: content.length };
  const edited = editDocument(open(content), [{ ...end, insert: ',' }]);
  expect(everything(edited)).toEqual(everything(open(`${content},`)));
});
