import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Document, type DocumentOptions, problemsOf } from '../../../../../server/core/document';
import { fixAllOfCode } from '../../../../../server/core/features/fixes/all/fixAll';
import { fixesFor } from '../../../../../server/core/features/fixes/fixes';
import type { Code, Problem } from '../../../../../server/core/schema/problem';
import type { Edit } from '../../../../../server/core/text/text';
import { runToEnd } from '../../../../../server/core/work';
import { inputs } from '../../../../budget';
import { edits as anyEdits, text as anyText, placed } from '../../arbitrary';
import { open, options } from '../../support';
import { modelId, withEdits } from '../support';

const request = `{
  "split": "train",
  "trajectory_groups": [
    {
      "trajectories": [
        {
          "messages_and_choices": [
            { "role": "user", "content": "Will it [rain], in \\"Lisbon\\"?" },
            { "role": "assistant", "content": "Yes." }
          ],
          "reward": 0.5,
          "tools": [],
          "start_time": "2026-03-14T09:26:53Z"
        },
        { "reward": 1, "metrics": { "a": true } }
      ]
    }
  ]
}`;

const lines = `{"trajectories": [{"messages_and_choices": [{"role": "user", "content": "Hi"}], "reward": 1}]}

{"trajectories": [{"reward": -0.5e1, "tools": [{"type": "function"}]}, {"metrics": {"a": [1, 2]}}]}
`;

const mistakes = ['"', '{', '}', '[', ']', ',', ':', "'", 'x', '\\', '//', '/* c */', '\t', 'null', '0'];

/** Variants of a text: at every offset, one character removed, or a mistake inserted; the mistakes take turns. */
function* slipsOf(content: string): Generator<string> {
  for (let i = 0; i < content.length; i++) {
    yield content.slice(0, i) + content.slice(i + 1);
    for (let j = i % 10; j < mistakes.length; j += 10)
      yield content.slice(0, i) + mistakes[j]! + content.slice(i);
  }
}

function syntaxOf(document: Document): Problem[] {
  return problemsOf(document, 100_000).filter(({ code }) => code === 'syntax');
}

/** Whether some edits change the same characters, which LSP forbids. */
function overlap(edits: readonly Edit[]): boolean {
  const inOrder = [...edits].sort((a, b) => a.from - b.from || a.to - b.to);
  return inOrder.some(({ from }, i) => i > 0 && from < inOrder[i - 1]!.to);
}

/** What is wrong with a fix, or null: it must remove the problem and add no syntax error. */
function broken(
  document: Document,
  content: string,
  problem: Problem,
  edits: readonly Edit[],
): string | null {
  if (overlap(edits)) return 'its edits overlap';
  const after = open(withEdits(content, edits), document.options);
  const [before, now] = [syntaxOf(document), syntaxOf(after)];
  const isLess = problem.code === 'syntax' ? now.length < before.length : now.length <= before.length;
  if (!isLess) return `there are ${before.length} mistakes before and ${now.length} after`;
  if (problem.code === 'syntax') return null;
  const count = (all: Document): number =>
    problemsOf(all, 100_000).filter(
      ({ code, message }) => code === problem.code && message === problem.message,
    ).length;
  return count(after) < count(document) ? null : `it still says "${problem.message}"`;
}

/** Everything that is wrong with the fixes offered for a text. */
function complaints(content: string, how: DocumentOptions): string[] {
  const document = open(content, how);
  return problemsOf(document, 200).flatMap((problem) =>
    runToEnd(fixesFor(document, problem, { recentModelIds: [modelId] }))
      .map((fix) => ({ fix, wrong: broken(document, content, problem, fix.edits) }))
      .filter(({ wrong }) => wrong !== null)
      .map(({ fix, wrong }) => `${problem.message} ${fix.title}: ${wrong} in ${content}`),
  );
}

describe('a fix', () => {
  it('does what it says after any typing mistake', () => {
    for (const content of slipsOf(request)) expect(complaints(content, options.trajectory)).toEqual([]);
    for (const content of slipsOf(lines)) expect(complaints(content, options.lines)).toEqual([]);
  });

  it('does what it says after any edits to any text', () => {
    const language = fc.constantFrom(options.trajectory, options.lines, options.config);
    fc.assert(
      fc.property(anyText, anyEdits, language, (start, changes, how) => {
        let content = start;
        for (const change of changes) {
          const edit = placed(change, content.length);
          content = content.slice(0, edit.from) + edit.insert + content.slice(edit.to);
        }
        expect(complaints(content, how)).toEqual([]);
      }),
      inputs(40),
    );
  });

  it('exists for nearly every mistake, and restores valid JSON', () => {
    let all = 0;
    let fixed = 0;
    for (let i = 0; i < request.length; i++) {
      let content = request.slice(0, i) + request.slice(i + 1);
      if (syntaxOf(open(content)).length === 0) continue;
      all++;
      for (let round = 0; round < 4; round++) {
        const document = open(content);
        const fix = syntaxOf(document)
          .flatMap((problem) => runToEnd(fixesFor(document, problem, { recentModelIds: [] })))
          .find(({ isPreferred }) => isPreferred);
        if (fix === undefined) break;
        content = withEdits(content, fix.edits);
      }
      if (syntaxOf(open(content)).length === 0) fixed++;
    }
    expect(all).toBeGreaterThan(90);
    expect(fixed / all).toBeGreaterThan(0.95);
  });

  it('in a valid JSON document changes only its subject', () => {
    const content = readFileSync(
      new URL('../../../../../examples/problems.trajectory.json', import.meta.url),
      'utf8',
    );
    const document = open(content);
    const before = JSON.parse(content) as unknown;
    // A renamed property disappears at one path and appears at another; a lost duplicate was not in the value.
    const places: Partial<Record<Code, number>> = { 'unknown-property': 2, 'duplicate-key': 0 };
    let count = 0;
    for (const problem of problemsOf(document)) {
      for (const fix of runToEnd(fixesFor(document, problem, { recentModelIds: [modelId] }))) {
        const after = JSON.parse(withEdits(content, fix.edits)) as unknown;
        expect(differences(before, after)).toHaveLength(places[problem.code] ?? 1);
        count++;
      }
    }
    expect(count).toBeGreaterThan(8);
  });
});

describe('fixing all problems of a kind', () => {
  const codes: Code[] = [
    'syntax',
    'wrong-type',
    'null-value',
    'not-utc',
    'unknown-property',
    'duplicate-key',
  ];

  it('does no harm to any text', () => {
    fc.assert(
      fc.property(anyText, anyEdits, (start, changes) => {
        let content = start;
        for (const change of changes) {
          const edit = placed(change, content.length);
          content = content.slice(0, edit.from) + edit.insert + content.slice(edit.to);
        }
        const document = open(content);
        for (const code of codes) {
          const edits = runToEnd(fixAllOfCode(document, code));
          const syntaxErrors = syntaxOf(open(withEdits(content, edits))).length;
          const isFixed = code === 'syntax' && edits.length > 0;
          expect(syntaxErrors).toBeLessThanOrEqual(syntaxOf(document).length - (isFixed ? 1 : 0));
        }
      }),
      inputs(40),
    );
  });

  it('changes nothing if the rest would be read with more mistakes', () => {
    const content = '"x": 1{"model_id":0.5,"messages_and_choices":0.5,"model_id":0.5},0.5]{"split": "a"}';
    const document = open(content);
    expect(problemsOf(document).some(({ code }) => code === 'duplicate-key')).toBe(true);
    expect(runToEnd(fixAllOfCode(document, 'duplicate-key'))).toEqual([]);
  });

  it('fixes the example of broken JSON except what has no obvious fix', () => {
    const name = '../../../../../examples/broken.trajectory.json';
    const content = readFileSync(new URL(name, import.meta.url), 'utf8');
    const after = open(withEdits(content, runToEnd(fixAllOfCode(open(content), 'syntax'))));
    expect(syntaxOf(after).map(({ message }) => message)).toEqual([
      'NaN is not a JSON number: numbers must be finite.',
    ]);
  });
});

/** Paths at which two JSON values differ. */
function differences(a: unknown, b: unknown, path = ''): string[] {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) {
    return Object.is(a, b) ? [] : [path];
  }
  if (Array.isArray(a) !== Array.isArray(b)) return [path];
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].flatMap((key) =>
    differences(left[key], right[key], `${path}/${key}`),
  );
}
