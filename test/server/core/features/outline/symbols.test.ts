import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentSymbols, type OutlineNode } from '../../../../../server/core/features/outline/symbols';
import { sliceText, stringOf } from '../../../../../server/core/text/text';
import { runToEnd } from '../../../../../server/core/work';
import { inputs } from '../../../../budget';
import { edits, placed, text } from '../../arbitrary';
import { editDocument } from '../../support';
import { open, options } from '../cursor';

const fixture = new URL('../../../../fixtures/features/outline.trajectory.json', import.meta.url);

/** An outline as indented lines: name, kind and detail. */
function lines(outline: readonly OutlineNode[], indent = ''): string[] {
  return outline.flatMap(({ name, kind, detail, children }) => [
    `${indent}${name} (${kind})${detail && ` = ${detail}`}`,
    ...lines(children, `${indent}  `),
  ]);
}

function outlined(content: string, how = options.trajectory, limit?: number): string[] {
  return lines(runToEnd(documentSymbols(open(content, how), limit)));
}

function all(outline: readonly OutlineNode[]): OutlineNode[] {
  return outline.flatMap((node) => [node, ...all(node.children)]);
}

describe('The outline', () => {
  it('has the groups of JSON Lines at the top', () => {
    const content = '{"trajectories": [{}]}\n\n{"trajectories": []}\n{"x": 1}\n7';
    expect(outlined(content, options.lines)).toEqual([
      'Group 1 · 1 trajectory (group)',
      '  Trajectory 1 (trajectory)',
      'Group 2 · 0 trajectories (group)',
      'Group 3 (group)',
      '  x (number) = 1',
      '4 (number) = 7',
    ]);
  });
  it('names the parts of an unrecognized document', () => {
    expect(outlined('[{"trajectories": []}]')).toEqual(['Group 1 · 0 trajectories (group)']);
    expect(outlined('[{"messages_and_choices": []}]')).toEqual(['Trajectory 1 · 0 messages (trajectory)']);
    expect(outlined('{"messages_and_choices": [{"role": "user", "content": "Hi"}]}')[0]).toBe(
      'user: Hi (message)',
    );
    expect(outlined('[{"a": 1}]')).toEqual(['1 (object)', '  a (number) = 1']);
  });
  it('looks for the names of calls among the first hundred of a message', () => {
    const calls: string[] = Array.from({ length: 150 }, (_, i) =>
      i === 101 ? '{"function": {"name": "late"}}' : '{}',
    );
    calls[1] = '{"function": {"name": "early"}}';
    const message = `{"role": "assistant", "tool_calls": [${calls.join()}]}`;
    expect(outlined(`[{"messages_and_choices": [${message}]}]`)).toContain(
      '  assistant calls early, … (message)',
    );
  });
  it('labels trajectories with their metadata, and groups with what their trajectories have in common', () => {
    const run = (metadata: string) => `{"metadata": ${metadata}, "reward": 1}`;
    const group = (...runs: readonly string[]) => `{"trajectories": [${runs.map(run).join()}]}`;
    const labels = (...groups: readonly string[]) =>
      outlined(`[${groups.join()}]`)
        .filter((line) => /\((group|trajectory)\)/.test(line))
        .map((line) => line.replace(/ \(.*/, ''));
    expect(
      labels(
        group('{"note": "x", "task_id": 12, "trial": 0}', '{"note": "y", "task_id": 12, "trial": 1}'),
        group('{"instanceId": "django__1", "seed": 7, "model_name": "m"}'),
        group('{"text": "a b c", "difficulty": "hard"}', '{"difficulty": "easy"}'),
        group('{"id": {"a": 1}, "score": [1], "solved": true}', '[]'),
      ),
    ).toEqual([
      'Group 1 · task_id 12 · 2 trajectories',
      '  Trajectory 1 · task_id 12 · trial 0 · reward 1',
      '  Trajectory 2 · task_id 12 · trial 1 · reward 1',
      'Group 2 · instanceId django__1 · seed 7 · 1 trajectory',
      '  Trajectory 1 · instanceId django__1 · seed 7 · reward 1',
      'Group 3 · 2 trajectories',
      '  Trajectory 1 · text a b c · reward 1',
      '  Trajectory 2 · difficulty easy · reward 1',
      'Group 4 · 2 trajectories',
      '  Trajectory 1 · reward 1',
      '  Trajectory 2 · reward 1',
    ]);
  });
  it('lists the settings of a config', () => {
    expect(outlined('{"epsilon": 0.2, "ppo": true}', options.config)).toEqual([
      'epsilon (number) = 0.2',
      'ppo (boolean) = true',
    ]);
  });
  it('is empty if there is nothing to list', () => {
    expect(outlined('')).toEqual([]);
    expect(outlined('7')).toEqual([]);
  });
  it('lists half-typed entries', () => {
    expect(
      outlined(
        '{"trajectory_groups": [{"trajectories": [{"messages_and_choices": [{"role": "user", "content": "Hel',
      ),
    ).toEqual([
      'Group 1 · 1 trajectory (group)',
      '  Trajectory 1 · 1 message (trajectory)',
      '    user: Hel (message)',
      '      role (string) = user',
      '      content (string) = Hel',
    ]);
    expect(outlined('{"split": , "x')).toEqual(['split (null)', 'x (null)']);
  });
  it('keeps each entry within its parent, and the selection of an entry within the entry', () => {
    const content = readFileSync(fixture, 'utf8');
    for (const node of all(runToEnd(documentSymbols(open(content))))) {
      expect(node.selectionFrom).toBeGreaterThanOrEqual(node.from);
      expect(node.selectionTo).toBeLessThanOrEqual(node.to);
      expect(node.name.trim()).not.toBe('');
      for (const child of node.children) {
        expect(child.from).toBeGreaterThanOrEqual(node.from);
        expect(child.to).toBeLessThanOrEqual(node.to);
      }
    }
  });
  it('selects an item by its first property', () => {
    const document = open('{"trajectories": [{\n "reward": 1, "x": 2}]}');
    const [trajectory] = runToEnd(documentSymbols(document));
    expect(sliceText(document.text, trajectory!.selectionFrom, trajectory!.selectionTo)).toBe('"reward"');
  });
  it('selects no half of a character', () => {
    const document = open('[[😀a]]');
    const [item] = runToEnd(documentSymbols(document));
    expect(sliceText(document.text, item!.selectionFrom, item!.selectionTo)).toBe('😀a');
  });
  it('leaves out the deepest entries at a limit, and says so', () => {
    const content = JSON.stringify({
      split: 'a',
      trajectory_groups: [{ trajectories: [{}, {}] }, { trajectories: [{}] }],
    });
    expect(outlined(content, options.trajectory, 6)).toEqual([
      'split (string) = a',
      'Group 1 · 2 trajectories (group)',
      '  Trajectory 1 (trajectory)',
      '  Trajectory 2 (trajectory)',
      'Group 2 · 1 trajectory (group)',
      'Only 5 entries are listed; more deeply nested ones are left out (cut)',
    ]);
    expect(outlined(content, options.trajectory, 7)).toHaveLength(6);
  });
  it('is limited in depth', () => {
    const depth = 100_000;
    const outline = outlined('[['.repeat(depth) + ']]'.repeat(depth));
    expect(outline).toHaveLength(101);
    expect(outline[100]).toContain('are left out');
  });
});

describe('After any edits the outline is that of a fresh parse', () => {
  it.each(['trajectory', 'lines'] as const)('as %s', (how) => {
    fc.assert(
      fc.property(text, fc.array(edits, { minLength: 1, maxLength: 4 }), (content, notifications) => {
        let document = open(content, options[how]);
        for (const notification of notifications) {
          runToEnd(documentSymbols(document));
          for (const relative of notification) {
            document = editDocument(document, [placed(relative, document.text.length)]);
          }
          expect(runToEnd(documentSymbols(document))).toEqual(
            runToEnd(documentSymbols(open(stringOf(document.text), options[how]))),
          );
        }
      }),
      inputs(100),
    );
  });
});
