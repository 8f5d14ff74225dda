import { describe, expect, it } from 'vitest';
import { fixAllOfCode } from '../../../../../server/core/features/fixes/fixAll';
import type { Code } from '../../../../../server/core/schema/problem';
import { open } from '../../support';
import { inMetrics, inTrajectory, withEdits } from '../support';

describe('all problems of a kind', () => {
  function fixedAll(content: string, code: Code): string {
    return withEdits(content, fixAllOfCode(open(content), code));
  }

  it('are repaired at once', () => {
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

  it('are removed with the commas that belong to them', () => {
    expect(fixedAll(inTrajectory('"reward": null, "tools": null, "logs": null'), 'null-value')).toBe(
      inTrajectory(''),
    );
    expect(fixedAll(inTrajectory('"reward": null, "tools": [], "logs": null'), 'null-value')).toBe(
      inTrajectory('"tools": []'),
    );
    expect(fixedAll(inMetrics('{ "a": 1, "a": 2, "b": 1, "a": 3, "b": 2 }'), 'duplicate-key')).toBe(
      inMetrics('{ "a": 3, "b": 2 }'),
    );
  });

  it('are repaired although one of very many has no repair', () => {
    const message = `{ 'role': "user", 'content': None }`;
    const wrong = `{ 'role': "user" 'content': x y }`;
    const messages = [...Array<string>(60).fill(message), wrong, ...Array<string>(60).fill(message)];
    const content = inTrajectory(`"messages_and_choices": [${messages.join(', ')}]`);
    const fixed = open(withEdits(content, fixAllOfCode(open(content), 'syntax')));
    expect(open(content).counts[0]).toBeGreaterThan(360);
    expect(fixed.counts[0]).toBeLessThan(10);
  });

  it('are repaired behind thousands of others', () => {
    const logs = Array<string>(11_000).fill('{ "role": 1 }').join(', ');
    const content = inTrajectory(`"messages_and_choices": [${logs}], "tools": null`);
    expect(fixedAll(content, 'null-value')).toBe(inTrajectory(`"messages_and_choices": [${logs}]`));
  });

  it('stay where the repair leaves something to fill in, or is a matter of choice', () => {
    expect(fixAllOfCode(open('{}'), 'missing-property')).toEqual([]);
    expect(fixAllOfCode(open(inTrajectory('"start_time": "2026-03-14T09:26:53"')), 'not-utc')).toEqual([]);
    expect(fixAllOfCode(open('{ "model_id": "x" }'), 'invalid-uuid')).toEqual([]);
  });
});
