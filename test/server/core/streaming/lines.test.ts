import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Document, type DocumentOptions, problemsOf } from '../../../../server/core/document';
import { findHints } from '../../../../server/core/features/hints/hints';
import type { Problem } from '../../../../server/core/schema/problem';
import { type Checked, LinesCheck } from '../../../../server/core/streaming/checkLines';
import { unitsOf } from '../../../../server/core/text/chunks';
import { positionAt, sliceText } from '../../../../server/core/text/text';
import { runToEnd } from '../../../../server/core/work';
import { inputs } from '../../../budget';
import { text, value } from '../arbitrary';
import { engine, ofKind, open, options } from '../support';

const unlimited = Number.POSITIVE_INFINITY;

/** What a whole parse finds, in the form of a streaming check. */
function whole(content: string, how: DocumentOptions, limit = unlimited): unknown {
  const document = open(content, how);
  const place = (problem: Problem): unknown => ({ ...problem, ...placesOf(document, problem) });
  return {
    type: document.type,
    counts: document.counts,
    problems: problemsOf(document, limit).map(place),
    hints: runToEnd(findHints(document, unlimited)).map(place),
  };
}

function placesOf({ text: content }: Document, { from, to, related, code }: Problem): unknown {
  const places = { start: positionAt(content, from), end: positionAt(content, to) };
  if (code === 'too-many-problems' && from === 0) return places;
  return related === undefined ? places : { ...places, relatedStart: positionAt(content, related.from) };
}

/** What a streaming check finds, with excerpts checked and left out. */
function streamed(
  content: string,
  how: DocumentOptions,
  pieces: readonly number[],
  window: number,
  limit = unlimited,
): unknown {
  const check = new LinesCheck(engine, { ...how, limit, hints: true, window });
  const units = unitsOf(content);
  let from = 0;
  for (const to of [...pieces, units.length]) {
    check.write(units.subarray(from, to));
    from = to;
  }
  const { type, counts, problems, hints }: Checked = check.end();
  const plain = ({ excerpt, ...problem }: (typeof problems)[number]): unknown => {
    const line = content.split(/\r\n|\r|\n/)[problem.start.line]!;
    expect(line.slice(excerpt.character, excerpt.character + excerpt.text.length)).toBe(excerpt.text);
    return problem;
  };
  return { type, counts, problems: problems.map(plain), hints: hints.map(plain) };
}

/** Places at which a text is cut. */
const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 });
const windows = fc.oneof(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 100, max: 30_000 }));

function agree(content: string, how: DocumentOptions, relative: readonly number[], window: number): void {
  const pieces = relative.map((at) => Math.round(at * content.length)).sort((a, b) => a - b);
  expect(streamed(content, how, pieces, window)).toEqual(whole(content, how));
}

/** Pieces of lines in which much is wrong, some longer than a part of the tree. */
const piece = fc.oneof(
  fc.constantFrom('{"a": ', '{', '[', ']', '}', ',', ':', ', ', 'o', 'd"', '"k": 1', '"', '\n', '\n', '\n', '\r\n', '\r', '\t', '// x\n', '"\\d \t\\s"', '\nINFO: x\n', '[2026-05-01 10:00:00] x', '\\\n', "'"),
  fc.constantFrom('f(', '(1', ')', "f(a='b', c=[1])", 'np.float64(0.5)', "<A.B: 'c'>", '/*', '*/', '\ufeff', '<<<<<<< a\n', '=======\n', '>>>>>>> b\n', '\ud800', '\ufffd'),
  fc.constantFrom('{"role": "user"}', '"x":', '[1, 2]', "'c'", 'null', '\n{"trajectories": []}\n', '\n{"trajectory_groups": []}\n', '{"reward": 1, "reward": 2}\n', '\n{"trajectories": [{"messages_and_choices": [], "rewrad": 1}, {"reward": "1"}]}\n', '\n{"messages_and_choices": [{"role": "tool", "tool_call_id": "x"}], "reward": 1}\n', '{"trajectories": [{"messages_and_choices": [{"role":"user"}], "reward": 1}, {"messages_and_choices": [], "reward": 1}]}\n'),
  fc.integer({ min: 1, max: 1800 }).map((words) => `{"a": "${'word '.repeat(words)}"}\n`),
  fc.integer({ min: 1, max: 1800 }).map((words) => `"${'word '.repeat(words)}"`),
); // biome-ignore format: lists
const broken = fc.array(piece, { minLength: 1, maxLength: 60 }).map((pieces) => pieces.join(''));
const lines = fc.array(fc.oneof(value, text), { maxLength: 30 }).map((all) => all.join('\n'));
const long = fc
  .array(fc.tuple(piece, fc.nat(40)), { minLength: 1, maxLength: 12 })
  .map((runs) => runs.map(([one, times]) => one.repeat(times + 1)).join(''));

describe('Lines that are checked while they arrive have the problems of a whole parse', () => {
  for (const [name, how] of [
    ['any lines', options.lines],
    ['groups', ofKind.lines],
  ] as const) {
    it(`random broken text as ${name}`, () => {
      fc.assert(
        fc.property(fc.oneof(broken, long, lines, text), cuts, windows, (content, relative, window) =>
          agree(content, how, relative, window),
        ),
        inputs(400),
      );
    });
  }

  it('files, in windows of every size', () => {
    for (const [name, content] of files()) {
      const how: DocumentOptions = { language: 'trajectory-jsonl', name };
      const expected = whole(content, how);
      for (const window of content.length < 100_000 ? [1, 100, 8192, 20_000] : [30_000])
        expect(streamed(content, how, [], window), name).toEqual(expected);
    }
  });

  it('more syntax errors than are read, and merge conflicts after them', () => {
    const line = `${'[}'.repeat(2000)}\n`;
    for (const rest of [
      '',
      '{"trajectories": []}\n'.repeat(5000),
      '<<<<<<< a\n=======\n>>>>>>> b\n',
      `${' '.repeat(5000)}\n=======\n`,
    ]) {
      const content = `{"trajectories": []}\n${line.repeat(60)}${rest}`;
      for (const how of [options.lines, ofKind.lines])
        expect(streamed(content, how, [], 50_000, 1000)).toEqual(whole(content, how, 1000));
    }
  });

  it('more trajectories than are checked for hints', () => {
    const trajectory = '{"messages_and_choices": [{"role": "user"}], "reward": 1}';
    const group = `{"trajectories": [${trajectory}, ${trajectory}]}\n`;
    for (const content of [group.repeat(5100), `${trajectory}\n`.repeat(10_050)])
      expect(streamed(content, options.lines, [], 100_000, 1000)).toEqual(
        whole(content, options.lines, 1000),
      );
  });

  it('cut at every place', () => {
    const content = `{"trajectories": [{"messages_and_choices": [], "reward": "1"}]}\r\n${'x'.repeat(8200)}\r\n{"a": 1,\n\n"b": '2\n`;
    const expected = whole(content, options.lines);
    for (let at = 0; at <= content.length; at += at > 100 && at < 8200 ? 97 : 1)
      expect(streamed(content, options.lines, [at], 1)).toEqual(expected);
  });
});

/** Real and hostile files, whatever their language. */
function* files(): Generator<[string, string]> {
  for (const folder of [
    'test/corpus/files/',
    'test/fixtures/syntaxes/',
    'test/fixtures/features/',
    'examples/',
  ])
    for (const name of readdirSync(folder))
      if (/\.jsonl?$/.test(name)) yield [name, readFileSync(`${folder}${name}`, 'utf8')];
}
