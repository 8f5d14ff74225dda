import fc from 'fast-check';
import { expect, it } from 'vitest';
import { better, type Held } from '../../../../server/core/detection/lineSums';
import type { DocumentOptions } from '../../../../server/core/document';
import { LinesCheck } from '../../../../server/core/streaming/lines/checkLines';
import { JoinedLines } from '../../../../server/core/streaming/lines/joinLines';
import type { LinesPart } from '../../../../server/core/streaming/lines/linesPart';
import { chunksOfString } from '../../../../server/core/text/chunks';
import { inputs } from '../../../budget';
import { text } from '../arbitrary';
import { expectEqual } from '../expectEqual';
import { engine, ofKind, options } from '../support';
import { broken, lines, long } from './brokenLines';
import { files, plain, whole } from './streamed';

/** Where parts of lines may begin: at lines that begin with a bracket. */
function borders(content: string): number[] {
  return [...content.matchAll(/(?<=[^\s,:{[]\s*[\r\n])[{[]/g)].map(({ index }) => index);
}

/** What parts that are checked apart give together; null if they cannot be joined. */
function joined(content: string, how: DocumentOptions, at: readonly number[], limit = 1000): unknown {
  const about = { ...how, limit, hints: true };
  const all = new JoinedLines(engine, about);
  let held: Held | null = null;
  let from = 0;
  for (const to of [...at, content.length]) {
    const check = new LinesCheck(engine, { ...about, before: { held, bytes: from }, window: 9000 });
    for (const chunk of chunksOfString(content.slice(from, to))) check.write(chunk);
    const part = JSON.parse(JSON.stringify(check.endOfPart())) as LinesPart;
    if (!all.add(part)) return null;
    held = better(held, part.sums.held);
    from = to;
  }
  return plain(content, all.end());
}

const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 });

it.each([
  ['any lines', options.lines],
  ['groups', ofKind.lines],
])('Parts of lines that are checked apart have together the problems of a whole parse: %s', (_, how) => {
  fc.assert(
    fc.property(fc.oneof(broken, long, lines, text), shares, (content, chosen) => {
      const places = borders(content);
      const at = new Set(chosen.map((share) => places[Math.floor(share * places.length)] ?? 0));
      const result = joined(
        content,
        how,
        [...at].sort((a, b) => a - b),
      );
      expectEqual(result, whole(content, how, 1000));
    }),
    inputs(60),
  );
});

it.each([
  ['a string broken over lines before another line', 'G\n{"a": "first\nlast"\nG\nG'],
  ['a string of its own before another line', '"abc\n"\n[]\n'],
  ['a Python string with a backslash before a line break', "'''\\\nG\n'''\nG"],
])('So has %s', (_, marked) => {
  const content = marked.replaceAll('G', '{"trajectories": []}');
  const places = borders(content);
  expect(places.length).toBeGreaterThan(0);
  for (const place of places)
    expectEqual(joined(content, options.lines, [place]), whole(content, options.lines, 1000));
});

it('So have parts of files', () => {
  for (const [name, content] of files()) {
    const how: DocumentOptions = { language: 'trajectory-jsonl', name };
    const places = borders(content);
    const at = places.filter((_, i) => i % Math.ceil(places.length / 5) === 0);
    expectEqual(joined(content, how, at), whole(content, how, 1000), name);
  }
});

it('More trajectories than are checked for hints', () => {
  const trajectory = '{"messages_and_choices": [{"role": "user"}], "reward": 1}';
  const group = `{"trajectories": [${trajectory}, ${trajectory}]}\n`;
  const content = `${'{"trajectories": []}\n'.repeat(50)}${group.repeat(4999)}${'{"trajectories": []}\n'.repeat(50)}${group.repeat(100)}`;
  const places = borders(content);
  for (const count of [3, 7])
    expectEqual(
      joined(
        content,
        options.lines,
        places.filter((_, i) => i % Math.ceil(places.length / count) === 0),
      ),
      whole(content, options.lines, 1000),
    );
});

it('Trajectories or groups under a wrong name', () => {
  const lines = ['{"messages": [{"role": "user"}], "reward": "1"}\n', '{"trajectorys": []}\n', '{"id": 1}\n'];
  for (const first of lines)
    for (const second of lines) {
      const content = first.repeat(20) + second.repeat(20);
      expectEqual(joined(content, options.lines, borders(content)), whole(content, options.lines, 1000));
    }
});

it('Merge conflicts over several parts', () => {
  const marks = ['<<<<<<< a\n', '=======\n', '>>>>>>> b\n', '{"trajectories": []}\n'];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...marks), { maxLength: 30 }), (all) => {
      const content = all.join('');
      expectEqual(joined(content, options.lines, borders(content)), whole(content, options.lines, 1000));
    }),
    inputs(200),
  );
});

it('Parts with too many syntax errors together cannot be joined', () => {
  const content = `{"trajectories": []}\n${`[${'"" '.repeat(2000)}]\n`.repeat(60)}{"trajectories": []}\n`;
  const places = borders(content);
  expect(joined(content, options.lines, [places[30]!])).toBe(null);
  expectEqual(joined(content, options.lines, [places.at(-1)!]), whole(content, options.lines, 1000));
});
