import { expect, it } from 'vitest';
import { conflictsIn } from '../../../server/core/detection/mergeConflicts';
import {
  analyze,
  type Document,
  openDocument,
  problemsOf,
  reanalyze,
  revise,
} from '../../../server/core/document';
import { stringOf, textOf } from '../../../server/core/text/text';
import type { Work } from '../../../server/core/work';
import { engine, open, options } from './support';

/** Runs work; returns its result and the number of its steps. */
function counted<Result>(work: Work<Result>): { readonly result: Result; readonly steps: number } {
  for (let steps = 1; ; steps++) {
    const step = work.next();
    if (step.done === true) return { result: step.value, steps };
  }
}

function inserted(document: Document, at: number, insert: string): ReturnType<typeof counted<Document>> {
  const revision = revise({ text: document.text, changes: [] }, { from: at, to: at, insert });
  return counted(reanalyze(document, revision));
}

it('A hundred thousand groups without trajectories are not read again after an edit', () => {
  const head = '{"split": "a", "trajectory_groups": [';
  const document = open(`${head}${'{},'.repeat(100_000)}{}]}`);
  const middle = head.length + 3 * 50_000;
  for (const insert of ['{"a": 1},', '{"trajectories": []},', '{"trajectories": [{}]},']) {
    const { result, steps } = inserted(document, middle, insert);
    expect(steps).toBeLessThan(10);
    const fresh = openDocument(engine, stringOf(result.text), options.trajectory);
    expect(result.counts).toEqual(fresh.counts);
    expect(problemsOf(result)).toEqual(problemsOf(fresh));
  }
});

it('A hundred thousand comments are skipped in many steps', () => {
  const text = textOf(`{"logs": [1,${'//\n'.repeat(100_000)}2]}`);
  expect(counted(analyze(engine, text, options.trajectory)).steps).toBeGreaterThan(30);
});

it('A long string, word or number is read in many steps', () => {
  for (const token of [`"${'\\n'.repeat(500_000)}"`, 'x'.repeat(1e6), '1'.repeat(1e6)]) {
    const text = textOf(`{"logs": [${token}]}`);
    expect(counted(analyze(engine, text, options.trajectory)).steps).toBeGreaterThan(30);
  }
});

it('A million lines are searched for merge conflicts in many steps', () => {
  expect(counted(conflictsIn(textOf('\n'.repeat(1e6)))).steps).toBeGreaterThan(30);
});
