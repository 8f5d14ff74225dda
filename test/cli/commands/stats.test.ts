import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run, useFolder } from '../program';

const folder = useFolder();
const airline = join(import.meta.dirname, '../../../examples/airline.trajectories.json');

interface Call {
  readonly function: { readonly name: string };
}
interface Group {
  readonly trajectories: readonly {
    readonly reward: number;
    readonly messages_and_choices: readonly { readonly tool_calls?: readonly Call[] | null }[];
    readonly metrics: Readonly<Record<string, number>>;
  }[];
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

describe('`trajectory stats`', () => {
  it('gives the statistics that a simple program computes', async () => {
    const { stdout, code } = await run(['stats', airline, '--format', 'json']);
    const { trajectory_groups: groups } = JSON.parse(readFileSync(airline, 'utf8')) as {
      trajectory_groups: readonly Group[];
    };
    const all = groups.flatMap(({ trajectories }) => trajectories);
    const isFlat = ({ trajectories: [first, ...others] }: Group) =>
      others.every(({ reward }) => reward === first!.reward);
    const callsOf = (one: (typeof all)[number]) =>
      one.messages_and_choices.flatMap(({ tool_calls }) =>
        (tool_calls ?? []).map((call) => call.function.name),
      );
    const callers = new Map<string, number>();
    for (const one of all)
      for (const name of new Set(callsOf(one))) callers.set(name, (callers.get(name) ?? 0) + 1);
    expect(code).toBe(0);
    const found = JSON.parse(stdout);
    expect(found).toMatchObject({
      groups: groups.length,
      trajectories: all.length,
      groupsWithoutSpread: groups.filter(isFlat).length,
      reward: { count: all.length, mean: mean(all.map(({ reward }) => reward)) },
      messages: { mean: mean(all.map((one) => one.messages_and_choices.length)) },
      toolCalls: { mean: mean(all.map((one) => callsOf(one).length)) },
    });
    const tools = found.tools.map((one: { name: string; trajectories: number }) => [
      one.name,
      one.trajectories,
    ]);
    expect(new Map(tools)).toEqual(callers);
    const turns = found.numbers.find((one: { name: string }) => one.name === 'metrics.messages');
    expect(turns.mean).toBeCloseTo(mean(all.map(({ metrics }) => metrics['messages']!)), 10);
  });

  it('calls a group without spread only if none of its rewards is missing', async () => {
    const group = (...rewards: string[]) => `{"trajectories": [${rewards.join(', ')}]}\n`;
    const [one, zero, none] = ['{"reward": 1}', '{"reward": 0}', '{}'];
    const sum = `{"reward": ${0.1 + 0.2}}`;
    const input = group('{"reward": 0.3}', sum) + group(one, none) + group(one, zero, none) + group(none);
    const read = ['stats', '-', '--as', 'trajectory-jsonl'];
    const { stdout } = await run(read, { input });
    expect(stdout).toContain('1 of 4 groups without spread');
    expect(stdout).toContain('1 group with equal rewards and missing ones');
    expect(stdout).toContain('1 group without rewards');
    const { stdout: json } = await run([...read, '--format', 'json'], { input });
    expect(JSON.parse(json)).toMatchObject({
      groups: 4,
      groupsWithSpread: 1,
      groupsWithoutSpread: 1,
      groupsWithUnknownSpread: 1,
      groupsWithoutRewards: 1,
    });
  });

  it('counts no other value as a group', async () => {
    const [one, zero] = [1, 0].map((reward) => `{"trajectories": [{"reward": ${reward}}]}`);
    for (const [as, input] of [
      ['trajectory-jsonl', `${one}\n[1, 2]\n"x"\nTraceback (most recent call last):\n${zero}\n`],
      ['trajectory', `{"split": "a", "trajectory_groups": [${one}, [{}], "x", null, ${zero}]}`],
    ] as const) {
      const { stdout } = await run(['stats', '-', '--as', as, '--format', 'json'], { input });
      expect(JSON.parse(stdout)).toMatchObject({ groups: 2, trajectories: 2, groupsWithoutRewards: 0 });
    }
  });

  it('counts all numbers of all files, however many there are', async () => {
    const metrics = Object.fromEntries(Array.from({ length: 45 }, (_, i) => [`m${i}`, 1]));
    const line = (own: object) => `${JSON.stringify({ messages_and_choices: [], metrics: own })}\n`;
    const input = line(metrics) + line(metrics) + line({ m44: 4 });
    const { stdout } = await run(['stats', '-', '--as', 'trajectory-jsonl', '--format', 'json'], { input });
    const { numbers } = JSON.parse(stdout) as { numbers: readonly { name: string }[] };
    expect(numbers).toHaveLength(45);
    expect(numbers.find(({ name }) => name === 'metrics.m44')).toMatchObject({ count: 3, mean: 2 });
  });

  it('counts the last of two numbers with one name, as the view does', async () => {
    const [once, twice] = ['{"metrics": {"a": 1}}', '{"metrics": {"a": 0, "a": 1}}'];
    for (const others of [0, 1, 5]) {
      const members = [once, twice, ...Array<string>(others).fill('{}')];
      const input = `{"trajectories": [${members.join(', ')}]}\n`;
      const read = ['stats', '-', '--as', 'trajectory-jsonl', '--format', 'json'];
      const { stdout } = await run(read, { input });
      expect(JSON.parse(stdout)).toMatchObject({ numbers: [{ name: 'metrics.a', count: 2, lowest: 1 }] });
    }
  });

  it('has null for what no trajectory has, in JSON', async () => {
    const input = '{"trajectories": []}\n';
    const { stdout } = await run(['stats', '-', '--as', 'trajectory-jsonl', '--format', 'json'], { input });
    expect(JSON.parse(stdout)).toMatchObject({ groups: 1, trajectories: 0, reward: null, messages: null });
  });

  it('has no groups of trajectories without one', async () => {
    const input = '{"messages_and_choices": [], "reward": 1}\n{"messages_and_choices": [], "reward": 0}\n';
    const { stdout } = await run(['stats', '-', '--as', 'trajectory-jsonl'], { input });
    expect(stdout).toMatch(/^2 trajectories without a group\n/);
    expect(stdout).not.toContain('without spread');
  });

  it('shows the rewards of all files together as bars', async () => {
    folder.write('a.trajectories.jsonl', '{"trajectories": [{"reward": 1}, {"reward": 0}, {}]}\n'.repeat(2));
    folder.write('b.trajectories.jsonl', '{"trajectories": [{"reward": 1}]}\n');
    const { stdout, stderr, code } = await run(['stats', '.', 'gone.json'], { cwd: folder.path });
    expect(stdout.split('\n').slice(0, 8)).toEqual([
      '3 groups, 7 trajectories, 1 to 3 in a group, in 2 files',
      '',
      'Reward  mean 0.6, standard deviation 0.4899, 0 to 1',
      `  0 ${'█'.repeat(27)} 2`,
      `  1 ${'█'.repeat(40)} 3`,
      '  2 trajectories without a reward',
      '  1 of 3 groups without spread: no attempt is better than another',
      '',
    ]);
    expect([code, stderr]).toEqual([2, 'trajectory: gone.json: No such file or folder.\n']);
  });

  it('says of a file that is something else what it is', async () => {
    folder.write('page.trajectory.json', '<!DOCTYPE html>\n<html></html>\n');
    folder.write('chat.trajectories.jsonl', '{"messages": [{"role": "user"}]}\n');
    folder.write('groups.trajectory.json', '[{"trajectories": [{"reward": 1}]}]');
    const { stdout, stderr, code } = await run(
      ['stats', 'page.trajectory.json', 'chat.trajectories.jsonl', 'groups.trajectory.json'],
      { cwd: folder.path },
    );
    expect(code).toBe(2);
    expect(stderr).toContain('page.trajectory.json: This is an HTML page');
    expect(stderr).toContain('chat.trajectories.jsonl: ');
    expect(stderr).not.toContain('groups.trajectory.json');
    expect(stdout).toContain('1 group, 1 trajectory');
  });

  it('of a document without trajectories says so', async () => {
    const { stdout, code } = await run(['stats', '-', '--as', 'trajectory'], {
      input: '{"trajectory_groups": []}',
    });
    expect([code, stdout]).toEqual([0, '0 groups, 0 trajectories\n']);
  });

  it('says that what is wrong may not be counted', async () => {
    const turn = '{"messages_and_choices": [{"role": "assistant", "content": "a"}], "reward": 1}';
    folder.write('mixed.trajectories.jsonl', `{"trajectories": [${turn}]}\n${turn}\n`);
    const { stdout, stderr, code } = await run(['stats', 'mixed.trajectories.jsonl'], { cwd: folder.path });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^2 groups, 1 trajectory/);
    expect(stderr).toBe(
      'mixed.trajectories.jsonl: 1 problem. What is wrong may not be counted; `trajectory check` lists it.\n',
    );
  });
});
