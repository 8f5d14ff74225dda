import { assert } from 'chai';
import { DiagnosticSeverity } from 'vscode';
import { codeOf, diagnosticsWhen, firstDiagnostics, logRequest, openFile, setting } from './documents';

describe('hints', () => {
  beforeEach(() => setting('trajectory.hints', undefined));
  afterEach(() => setting('trajectory.hints', false));

  const answer = '{"role": "assistant", "content": "Hi"}';
  const call = (id: string, given: string) =>
    `{"role": "assistant", "tool_calls": [{"id": "${id}", "function": {"name": "f", "arguments": ${given}}}]}`;
  const result = '{"role": "tool", "tool_call_id": "call_1", "content": "1"}';
  const tools = '"tools": [{"type": "function", "function": {"name": "f"}}]';
  /** One document per hint: code, messages of a trajectory, its other members, and the marked text. */
  const found: readonly [code: string, messages: readonly string[], rest: string, marked: string][] = [
    ['no-assistant-turn', ['{"role": "user", "content": "Hi"}'], tools, '"messages_and_choices"'],
    ['unanswered-call', [call('call_2', '"{}"'), answer], tools, '"call_2"'],
    ['unknown-call', [answer, result], tools, '"call_1"'],
    ['invalid-arguments', [call('call_1', '"{"'), result], tools, '"{"'],
    ['missing-tools', [call('call_1', '"{}"'), result], '"tools": []', '"call_1"'],
    [
      'invalid-parameters',
      [answer],
      '"tools": [{"function": {"name": "f", "parameters": {"type": "str"}}}]',
      '"str"',
    ],
  ];
  for (const [code, messages, rest, marked] of found) {
    it(`mark ${marked} as ${code}`, async () => {
      const members = `"messages_and_choices": [${messages.join(', ')}], ${rest}`;
      const document = await openFile(`${code}.trajectory.json`, logRequest(members));
      const hints = await firstDiagnostics(document);
      assert.deepEqual(
        hints.map((hint) => [codeOf(hint), document.getText(hint.range), hint.severity]),
        [[code, marked, DiagnosticSeverity.Information]],
      );
    });
  }

  it('are on by default, link to their explanation, and disappear when turned off', async () => {
    const document = await openFile('equal.trajectory.json', twoRewards('1', '1'));
    const found = await diagnosticsWhen(document, (list) =>
      list.some((one) => codeOf(one) === 'equal-rewards'),
    );
    for (const { code, severity } of found) {
      assert.equal(severity, DiagnosticSeverity.Information);
      const target = typeof code === 'object' ? decodeURIComponent(String(code.target)) : '';
      assert.equal(target, `command:trajectory.explainProblem?["equal-rewards"]`);
    }
    await setting('trajectory.hints', false);
    await diagnosticsWhen(document, (list) => list.length === 0);
  });
});

/** A log request with one group of two trajectories with these rewards. */
function twoRewards(first: string, second: string): string {
  const trajectory = (reward: string) =>
    `{"messages_and_choices": [{"role": "assistant", "content": "Hi"}], "reward": ${reward}}`;
  return `{"split": "train", "trajectory_groups": [{"trajectories": [${trajectory(first)}, ${trajectory(second)}]}]}\n`;
}
