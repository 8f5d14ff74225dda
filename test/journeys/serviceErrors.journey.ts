import { afterAll, beforeAll, expect, it } from 'vitest';
import { httpResponse } from '../faults/rawServer';
import type { Workbench } from '../vscode/workbench.mjs';
import { type FaultSession, startFaultSession } from './support/faultSession';
import { token } from './support/session';

const request = 'calm.trajectory.json';
const lines = 'groups.trajectories.jsonl';
const config = 'fast.training-config.json';

const text = `{
  "split": "train",
  "trajectory_groups": [
    {
      "trajectories": [
        { "messages_and_choices": [], "reward": 0.25 },
        { "messages_and_choices": [], "reward": 0.75, "metadata": { "note": "calm" } }
      ]
    }
  ]
}
`;
const aboutText = [
  errorAt('trajectory_groups', 0, 'trajectories', 1, 'metadata', 'note'),
  errorAt('split'),
  errorAt('trajectory_groups', 0, 'trajectories', 0, 'reward'),
];
const many = 'many.trajectory.json';
const group = (reward: string) => `{"trajectories": [{"messages_and_choices": [], "reward": ${reward}}]}`;

let session: FaultSession;
let bench: Workbench;

beforeAll(async () => {
  session = await startFaultSession({
    [request]: text,
    [lines]: `${group('0.5')}\n\n${group('1.5')}\n`,
    [many]: `{"split": "train", "trajectory_groups": [\n${Array(5000).fill(group('0.5')).join(',\n')}]}\n`,
    [config]: '{\n  "ppo": true,\n  "learning_rate": 10\n}\n',
  });
  bench = await session.open(request);
  await bench.runCommand('Trajectory: Set Access Token');
  await bench.answer('Access token for', token);
  await bench.statusItem('Access token set').waitFor();
});

afterAll(() => session?.close());

it('each entry of a 422 marks the text that it is about', async () => {
  const answerNow = rejectWith(aboutText);
  await log();
  (await answerNow)();
  await expect.poll(() => underlined()).toEqual(['"calm"', '"train"', '0.25']);
});

it('the marks move with the text, and disappear where the text is edited', async () => {
  const answerNow = rejectWith(aboutText);
  await log();
  const reply = await answerNow;
  await expect.poll(() => underlined()).toEqual([]);
  await typeBefore('"metadata"', '  ');
  await typeBefore('25 }', '1');
  await typeBefore('"split"', '\n');
  reply();
  await expect.poll(() => underlined()).toEqual(['"calm"', '"train"']);
});

it('a job made of two files has marks in each file', async () => {
  const groupLoc = errorAt('trajectory_groups', 1, 'trajectories', 0, 'reward');
  const answerNow = rejectWith([errorAt('experimental_config', 'learning_rate'), groupLoc]);
  await beginJobOfTwoFiles();
  await bench.confirm('Create a training job?', 'Create Training Job');
  (await answerNow)();
  await expect.poll(() => underlined()).toEqual(['1.5']);
  await bench.openFile(config);
  await expect.poll(() => underlined()).toEqual(['10']);
});

it('the marks stay if the user cancels sending again, and disappear if the user confirms', async () => {
  await beginJobOfTwoFiles();
  await bench.confirm('Create a training job?', 'Cancel');
  await expect.poll(() => underlined()).toEqual(['1.5']);
  await bench.openFile(config);
  await expect.poll(() => underlined()).toEqual(['10']);

  const answerNow = rejectWith([]);
  await beginJobOfTwoFiles();
  await bench.confirm('Create a training job?', 'Create Training Job');
  const reply = await answerNow;
  await expect.poll(() => underlined()).toEqual([]);
  reply();
  await bench.statusItem('Rejected').waitFor();
});

it('1,000 of 5,000 errors are marked, with a message, and the marks move with the text', async () => {
  const rewards = Array.from({ length: 5000 }, (_, index) =>
    errorAt('trajectory_groups', index, 'trajectories', 0, 'reward'),
  );
  const answerNow = rejectWith(rewards);
  await bench.openFile(many);
  await log();
  (await answerNow)();
  const told =
    'The service found 5,000 errors in the request. Status 422. 1,000 of them can be underlined in the document.';
  await bench.notification(told).waitFor();
  await expect.poll(async () => new Set(await underlined())).toEqual(new Set(['0.5']));
  await bench.goTo('2:1');
  await bench.page.keyboard.type('   ');
  await bench.page.locator('.statusbar').getByText('Ln 2, Col 4').waitFor();
  await expect.poll(async () => new Set(await underlined())).toEqual(new Set(['0.5']));
});

// Last: the list of messages stays open, and hides later ones.
it('a 401 with entries offers to set the token, too', async () => {
  const detail = [{ loc: ['header', 'authorization'], msg: 'Invalid token', type: 'value_error' }];
  await bench.openFile(request);
  session.answerWith(httpResponse('401 Unauthorized', JSON.stringify({ detail })));
  await log();
  await bench.pressNotification('Status 401.', 'Set Access Token');
  await bench.answer('Access token for', token);
  await bench.confirm('Log the trajectories again?', 'Cancel');
});

function errorAt(...loc: readonly (string | number)[]) {
  return { loc: ['body', ...loc], msg: `not this ${loc.at(-1)}`, type: 'value_error' };
}

/** Makes the service reject the next request. Resolves, once it arrives, to a function that releases the response. */
function rejectWith(detail: readonly object[]): Promise<() => void> {
  return session.holdAnswer(httpResponse('422 Unprocessable Entity', JSON.stringify({ detail })));
}

/** Creates a job, up to the confirmation. */
async function beginJobOfTwoFiles(): Promise<void> {
  await bench.openFile(lines);
  await bench.runCommand('Trajectory: Create Training Job');
  await bench.answer('Model Id', '8c5f1c0e-3f0b-4a52-9a57-2f4f2f1d8b11');
  await bench.pick(new RegExp(config));
}

async function log(): Promise<void> {
  await bench.runCommand('Trajectory: Log Trajectories');
  await bench.answer('Model Id', 'support-agent');
  await bench.confirm('Log the trajectories?', 'Log');
}

/** Types before the first `part` of the original document; call it from the end of the document backwards. */
async function typeBefore(part: string, typed: string): Promise<void> {
  const before = text.slice(0, text.indexOf(part)).split('\n');
  await bench.goTo(`${before.length}:${(before.at(-1) ?? '').length + 1}`);
  await bench.page.keyboard.type(typed);
}

/** The underlined texts in the editor, sorted. */
async function underlined(): Promise<readonly string[]> {
  const visible = await Promise.all(
    (await bench.editor.locator('.view-line > span').all()).map(async (line) => ({
      box: await line.boundingBox(),
      text: (await line.innerText()).replaceAll('\u00a0', ' '),
    })),
  );
  const squiggles = await bench.editor.locator('.squiggly-error').all();
  const boxes = await Promise.all(squiggles.map((squiggle) => squiggle.boundingBox()));
  return boxes
    .map((mark) => {
      const line = visible.find(({ box }) => box && mark && Math.abs(box.y - mark.y) < mark.height / 2);
      if (!line?.box || !mark) return '?';
      const width = line.box.width / line.text.length;
      const column = (x: number) => Math.round((x - (line.box?.x ?? 0)) / width);
      return line.text.slice(column(mark.x), column(mark.x + mark.width));
    })
    .sort();
}
