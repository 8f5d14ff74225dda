import { expect, it } from 'vitest';
import { problemsOf } from '../../../../../../../server/core/document';
import { fixesFor } from '../../../../../../../server/core/features/fixes/fixes';
import { stringOf } from '../../../../../../../server/core/text/text';
import { runToEnd } from '../../../../../../../server/core/work';
import { ofKind, open } from '../../../../support';
import { withEdits } from '../../../support';

const whole = JSON.stringify(
  {
    split: 'a',
    trajectory_groups: [
      {
        trajectories: [
          { messages_and_choices: [{ role: 'user', content: 'Hi' }], reward: 1 },
          { messages_and_choices: [{ role: 'user', content: 'Ho' }], reward: 0 },
        ],
      },
      { trajectories: [{ messages_and_choices: [{ role: 'user', content: 'Hi' }], reward: 1 }] },
    ],
  },
  null,
  2,
);

const early = /^Insert the missing [\]}]{2} at line \d+$/;

/** What is left of a line of the text, by the line's number, counted from 1. */
type Left = Readonly<Record<number, string>>;

/** What the first fix of the first syntax error makes of the text after lines of it were damaged. */
function fixed(left: Left, title: RegExp): string {
  const lines = whole.split('\n').map((line, i) => left[i + 1] ?? line);
  const document = open(lines.filter((line) => line !== '').join('\n'), ofKind.request);
  const problem = problemsOf(document).find(({ code }) => code === 'syntax')!;
  const [fix] = runToEnd(fixesFor(document, problem, { recentModelIds: [] }));
  expect(fix?.title).toMatch(title);
  return withEdits(stringOf(document.text), fix!.edits);
}

it('The name of a group in a trajectory shows where the last group lacks its brackets', () => {
  expect(JSON.parse(fixed({ 23: '', 24: '' }, early))).toEqual(JSON.parse(whole));
});

it('A missing comma is inserted with the brackets', () => {
  expect(JSON.parse(fixed({ 24: '', 25: '' }, early))).toEqual(JSON.parse(whole));
});

it('The name of a trajectory in a message shows where the message lacks its brackets', () => {
  expect(JSON.parse(fixed({ 11: '', 12: ',' }, early))).toEqual(JSON.parse(whole));
});

it('Without such a name, the brackets are missing at the end', () => {
  expect(fixed({ 39: '', 40: '' }, /^Insert the missing ]}$/)).toBe(whole);
});

it('Names in their usual place in another format do not show that brackets are missing before them', () => {
  const messages = '{"role": "user", "reward": 1}, {"role": "assistant", "reward": 0}';
  const head = `{"split": "a", "trajectory_groups": [{"trajectories": [{"messages_and_choices": [${messages}]}]}`;
  const document = open(head, ofKind.request);
  const [problem] = problemsOf(document);
  const fixes = runToEnd(fixesFor(document, problem!, { recentModelIds: [] }));
  expect(fixes.map(({ edits }) => withEdits(head, edits))).toEqual([`${head}]}`]);
});
