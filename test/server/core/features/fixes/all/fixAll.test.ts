import { describe, expect, it } from 'vitest';
import { fixAllOfCode } from '../../../../../../server/core/features/fixes/all/fixAll';
import type { Code } from '../../../../../../server/core/schema/problem';
import { runToEnd } from '../../../../../../server/core/work';
import { open, options } from '../../../support';
import { inMetrics, inTrajectory, withEdits } from '../../support';

describe('all problems of a kind', () => {
  function fixedAll(content: string, code: Code): string {
    return withEdits(content, runToEnd(fixAllOfCode(open(content), code)));
  }

  it('are fixed at once', () => {
    expect(fixedAll(inMetrics(`{ a: 'b', "c": [1, 2,], // d\n "e": True, "f": .5 }`), 'syntax')).toBe(
      inMetrics(`{ "a": "b", "c": [1, 2],\n "e": true, "f": 0.5 }`),
    );
    expect(
      fixedAll(inTrajectory('"reward": "1", "tools": [{ "type": 1 }, { "type": 2 }]'), 'wrong-type'),
    ).toBe(inTrajectory('"reward": 1, "tools": [{ "type": "1" }, { "type": "2" }]'));
    expect(fixedAll(inMetrics('{ "a": "\t\t\u0001" }'), 'syntax')).toBe(
      inMetrics('{ "a": "\\t\\t\\u0001" }'),
    );
  });

  it('stay where a bracket was guessed: the value may be another one', () => {
    for (const text of [inTrajectory('"logs": {1, 2}'), inTrajectory('"reward": 1, "logs": {"a", "b"}')])
      expect(fixedAll(text, 'wrong-type')).toBe(text);
    const twice = inTrajectory('"logs": {1, 2}, "logs": ["a"]');
    expect(fixedAll(twice, 'duplicate-key')).toBe(twice);
    expect(fixedAll(inTrajectory('"reward": "1" /* a */, "metrics": {1}'), 'wrong-type')).toBe(
      inTrajectory('"reward": 1 /* a */, "metrics": {1}'),
    );
  });

  it('are one cause where a program wrote another name throughout a file', () => {
    const of = (name: string): string =>
      `{"split": "a", "trajectory_groups": [${Array(200).fill(`{"trajectories": [{"${name}": [], "reward": 1}]}`).join()}]}`;
    expect(fixedAll(of('messages'), 'unknown-property')).toBe(of('messages_and_choices'));
  });

  it('are removed with the commas that belong to them', () => {
    expect(fixedAll(inTrajectory('"metrics": null, "tools": null, "logs": null'), 'null-value')).toBe(
      inTrajectory(''),
    );
    expect(fixedAll(inTrajectory('"metrics": null, "tools": [], "logs": null'), 'null-value')).toBe(
      inTrajectory('"tools": []'),
    );
    expect(fixedAll(inMetrics('{ "a": 1, "a": 2, "b": 1, "a": 3, "b": 2 }'), 'duplicate-key')).toBe(
      inMetrics('{ "a": 3, "b": 2 }'),
    );
  });

  it('stay where a number is missing, which would otherwise go unnoticed', () => {
    const missing = inTrajectory('"reward": null, "tools": []');
    expect(fixedAll(inTrajectory('"reward": null, "tools": [], "logs": null'), 'null-value')).toBe(missing);
    expect(fixedAll(missing, 'null-value')).toBe(missing);
    const lost = inTrajectory('"messages_and_choices": null, "logs": null');
    expect(fixedAll(lost, 'null-value')).toBe(inTrajectory('"messages_and_choices": null'));
    const role = inTrajectory('"messages_and_choices": [{"role": null, "content": "a"}]');
    expect(fixedAll(role, 'null-value')).toBe(role);
  });

  it('are fixed even if one of very many has no fix', () => {
    const message = `{ "role": 'user', "content": None, }`;
    const wrong = `{ "role": 'user' content: "x }`;
    const messages = [...Array<string>(60).fill(message), wrong, ...Array<string>(60).fill(message)];
    const content = inTrajectory(`"messages_and_choices": [${messages.join(', ')}]`);
    const fixed = open(withEdits(content, runToEnd(fixAllOfCode(open(content), 'syntax'))));
    expect(open(content).counts[0]).toBeGreaterThanOrEqual(360);
    expect(fixed.counts[0]).toBeLessThan(10);
  });

  it('are fixed after thousands of other problems', () => {
    const logs = Array<string>(11_000).fill('{ "role": 1 }').join(', ');
    const content = inTrajectory(`"messages_and_choices": [${logs}], "tools": null`);
    expect(fixedAll(content, 'null-value')).toBe(inTrajectory(`"messages_and_choices": [${logs}]`));
  });

  it('stay where the fix leaves something to fill in, or is a matter of choice', () => {
    expect(runToEnd(fixAllOfCode(open('{}'), 'missing-property'))).toEqual([]);
    const digits = inTrajectory('"messages_and_choices": [{ "role": "user", "content": 0null }]');
    expect(fixedAll(digits, 'syntax')).toBe(digits);
    expect(
      runToEnd(fixAllOfCode(open(inTrajectory('"start_time": "2026-03-14T09:26:53"')), 'not-utc')),
    ).toEqual([]);
    expect(runToEnd(fixAllOfCode(open('{ "model_id": "x" }'), 'invalid-uuid'))).toEqual([]);
  });

  it('are fixed if each trajectory or each message lacks a bracket, on request or automatically', () => {
    const message = '{"role": "user", "content": "hi"}';
    const [whole, noBracket, noBrace] = [
      `{"messages_and_choices": [${message}, ${message}], "reward": 1}`,
      `{"messages_and_choices": [${message}, ${message}, "reward": 1}`,
      `{"messages_and_choices": [${`${message}, ${message}`.replaceAll('}', '')}], "reward": 1}`,
    ];
    const request = (trajectory: string, between: string): string =>
      `{"split": "s", "trajectory_groups": [{"trajectories": [${Array(500).fill(trajectory).join(between)}]}]}`;
    for (const broken of [noBracket, noBrace]) {
      for (const between of [', ', ',\n']) {
        const content = request(broken, between);
        for (const isAsked of [true, false]) {
          const edits = runToEnd(fixAllOfCode(open(content), 'syntax', isAsked));
          expect(withEdits(content, edits)).toBe(request(whole, between));
        }
      }
    }
  });

  it('are fixed if each trajectory lacks the bracket of its last member, in a request and in lines', () => {
    const message = '{"role": "user", "content": "hi"}';
    const whole = `{"reward": 1, "messages_and_choices": [${message}, ${message}]}`;
    const broken = whole.replace(']', '');
    const all = (trajectory: string): string =>
      `{"split": "s", "trajectory_groups": [{"trajectories": [${Array(300).fill(trajectory).join(',\n')}]}]}`;
    expect(fixedAll(all(broken), 'syntax')).toBe(all(whole));
    for (const inner of [broken, `{"messages_and_choices": [${message}, "reward": 1}`]) {
      const line = `{"trajectories": [${inner}]}\n`;
      const content = line.repeat(300);
      const edits = runToEnd(fixAllOfCode(open(content, options.lines), 'syntax'));
      const fixed = open(withEdits(content, edits), options.lines);
      expect(fixed.counts).toEqual([0, 0, 0, 0]);
    }
  });
});
