import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import * as jsonc from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { type Document, type DocumentOptions, problemsOf } from '../../../../../server/core/document';
import {
  type FormatOptions,
  formatDocument,
  formatOnType,
} from '../../../../../server/core/features/format/format';
import { childrenOf } from '../../../../../server/core/syntax/nodes/children';
import { type Node, rootOf } from '../../../../../server/core/syntax/nodes/node';
import { nodeAt } from '../../../../../server/core/syntax/nodes/nodeAt';
import { Kind } from '../../../../../server/core/syntax/tree/nodeKind';
import type { Part } from '../../../../../server/core/syntax/tree/tree';
import type { Range } from '../../../../../server/core/text/range';
import { type Edit, sliceText, stringOf } from '../../../../../server/core/text/text';
import { runToEnd } from '../../../../../server/core/work';
import { inputs } from '../../../../budget';
import { edits, placed, text, value } from '../../arbitrary';
import { editDocument } from '../../support';
import { open, openAt, options } from '../cursor';

const two: FormatOptions = { tabSize: 2, insertSpaces: true };

function applied(content: string, made: readonly Edit[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { from, to, insert } of made) {
    expect(from).toBeGreaterThanOrEqual(at);
    pieces.push(content.slice(at, from), insert);
    at = to;
  }
  return pieces.join('') + content.slice(at);
}

function format(document: Document, range: Range | null, with_: FormatOptions): readonly Edit[] {
  return runToEnd(formatDocument(document, range, with_)).edits;
}

function formatted(
  content: string,
  how: DocumentOptions = options.trajectory,
  with_: FormatOptions = two,
): string {
  return applied(content, format(open(content, how), null, with_));
}

/** The names and valid values of a document, as written. */
function wordsOf({ tree, text: content }: Document): string[] {
  const found: string[] = [];
  const visit = ({ kind, key, from, to }: Node): void => {
    if (key !== null) found.push(sliceText(content, key.from, key.to));
    if (kind !== Kind.key && kind !== Kind.invalid && !isContainer(kind))
      found.push(sliceText(content, from, to));
  };
  const visitAll = (node: Node): void => {
    for (const child of childrenOf(node)) {
      visit(child);
      visitAll(child);
    }
  };
  visitAll(rootOf(tree));
  return found;
}

function isContainer(kind: Kind): boolean {
  return kind === Kind.object || kind === Kind.array;
}

describe('Formatting valid JSON', () => {
  it('gives the same result as the formatter of VS Code', () => {
    const blank = fc.constantFrom('', ' ', '\t ', '\n', '\r\n', '\r', ' \n\n');
    const indent = fc.record({ tabSize: fc.integer({ min: 1, max: 8 }), insertSpaces: fc.boolean() });
    fc.assert(
      fc.property(
        blank,
        value,
        blank,
        indent,
        fc.boolean(),
        (before, json, after, how, insertFinalNewline) => {
          const content = before + json + after;
          // The other formatter removes the final line end unless told to insert one.
          const keepsEnd = insertFinalNewline || /[\r\n]/.test(after);
          const expected = jsonc.applyEdits(
            content,
            jsonc.format(content, undefined, { ...how, insertFinalNewline: keepsEnd }),
          );
          expect(formatted(content, options.trajectory, { ...how, insertFinalNewline })).toBe(expected);
        },
      ),
      inputs(150),
    );
  });
  it('leaves nothing to format a second time', () => {
    fc.assert(
      fc.property(value, fc.constantFrom(options.trajectory, options.lines), (json, how) => {
        const content = how === options.lines ? json.replaceAll(/[\r\n]/g, ' ') : json;
        expect(format(open(formatted(content, how), how), null, two)).toEqual([]);
      }),
      inputs(150),
    );
  });
});

describe('Formatting any text', () => {
  for (const [name, how] of Object.entries(options)) {
    it(`changes only white space, and leaves nothing to format again, as ${name}`, () => {
      fc.assert(
        fc.property(text, edits, (start, changes) => {
          const content = changes.reduce((current, change) => {
            const { from, to, insert } = placed(change, current.length);
            return current.slice(0, from) + insert + current.slice(to);
          }, start);
          const document = open(content, how);
          const made = format(document, null, two);
          const result = applied(content, made);
          expect(wordsOf(open(result, how))).toEqual(wordsOf(document));
          expect(result.replaceAll(/[ \t\r\n]/g, '')).toBe(content.replaceAll(/[ \t\r\n]/g, ''));
          // From last to first, so that offsets stay valid.
          const edited = editDocument(document, [...made].reverse());
          expect(stringOf(edited.text)).toBe(result);
          // With mixed line ends, which no editor's document has, the first kind may disappear.
          const isOneKind = new Set(content.match(/\r\n|\r|\n/g)).size <= 1;
          if (isOneKind) expect(format(edited, null, two)).toEqual([]);
        }),
        inputs(150),
      );
    });
  }
});

describe('Formatting', () => {
  it.each(['{"a": True {"b": 1}}', '[- {"b": 1}, - {"b": [2]}]', '{"a": NaN [{"b": 1}]}'])(
    'leaves a word before an object as it is read: %s',
    (content) => {
      const once = formatted(content);
      const messages = (one: string): string[] => problemsOf(open(one)).map(({ message }) => message);
      expect(messages(once)).toEqual(messages(content));
      expect(formatted(once)).toBe(once);
    },
  );

  it.each(['{[]', '{[', '{[]0.5'])(
    'leaves a list whose bracket is missing before another one: %s',
    (content) => {
      const once = formatted(content);
      expect(formatted(once)).toBe(once);
      expect(once).toBe(content.replace('{', '{\n  '));
    },
  );

  it.each([
    ['{"trajectories": []},"b"{"role": "user"},', options.trajectory],
    ['\n[2026-03-14 10:11]""" retry\n', options.trajectory],
    ['[ -1 ]03-14T09:26:53Z"\n{"a" :1}', options.lines],
  ])('leaves a text as it is if its mistakes would become others: %j', (content, how) => {
    expect(formatted(content, how)).toBe(content);
  });
  it('only indents lines if more would make other mistakes', () => {
    expect(formatted('{"trajectories": [\n1\n]},"b"{"role": "user"},')).toBe(
      '{"trajectories": [\n    1\n  ]},"b"{"role": "user"},',
    );
  });

  it('edits only what differs', () => {
    const content = '{\n  "a": 1,\n  "b" : [\n\t1]\n}\n';
    expect(format(open(content), null, two)).toEqual([
      { from: 17, to: 18, insert: '' },
      { from: 22, to: 23, insert: '    ' },
      { from: 24, to: 24, insert: '\n  ' },
    ]);
  });

  it.each(['{"a": 1,#"b": 2}', '{#"a": 1}', '[1,#2, 3]', '[#1]', '{"a": [1],#b\n"c": 2}'])(
    'makes no comment of a stray number sign: %s',
    (content) => {
      const messages = (one: string): string[] => problemsOf(open(one)).map(({ message }) => message);
      expect(messages(formatted(content))).toEqual(messages(content));
    },
  );
  it('keeps the line ends of the text', () => {
    expect(formatted('{\r\n"a":1,"b":2}\r\n')).toBe('{\r\n  "a": 1,\r\n  "b": 2\r\n}\r\n');
  });
  it('ends the text with a line end if asked to', () => {
    expect(formatted('{}', options.trajectory, { ...two, insertFinalNewline: true })).toBe('{}\n');
    expect(formatted('{}\n\n\n')).toBe('{}\n');
    expect(formatted('{}  ')).toBe('{}');
  });
  it('formats the text around a syntax error', () => {
    expect(formatted('{"a":1,\n"b":NaN,"c":2,"d":[1,2,],"e" 3, "f":1 "g":{"x":"\\q"}}')).toBe(
      '{\n  "a": 1,\n  "b": NaN,\n  "c": 2,\n  "d": [\n    1,\n    2,\n  ],\n  "e" 3,\n  "f": 1 "g": {\n    "x": "\\q"\n  }\n}',
    );
  });
  it('does not change the rest of a line after a missing or extra quote', () => {
    expect(formatted('{"a":"x,"b":[1,2],\n"c":[1]}')).toBe(
      '{\n  "a": "x,"b":[1,2],\n  "c": [\n    1\n  ]\n}',
    );
  });
  it('does not change gaps that contain more than white space and one punctuation mark', () => {
    const content = '{"a" 1, "b":: 2 "c": 3,, // x\n"d": /* y */ 4}';
    expect(formatted(content)).toBe('{\n  "a" 1,\n  "b":: 2 "c": 3,, // x\n  "d": /* y */ 4\n}');
  });
  it('formats half-typed text', () => {
    expect(formatted('{"a":[1,{"b":2,"c":')).toBe('{\n  "a": [\n    1,\n    {\n      "b": 2,\n      "c":');
  });
  it('does not change text after the document, or a text without a value', () => {
    expect(formatted('{"a":1}  {"b":2}  ')).toBe('{\n  "a": 1\n}  {"b":2}  ');
    expect(formatted('  \n ')).toBe('  \n ');
  });
  it('keeps one value per line in JSON Lines, and blank lines', () => {
    const content = ' {"a" :1,"b":[ 1,{ } ]}\t\n\n  \n{"c":\t2} {"d":1}\n{"e":[1 2,3]}';
    expect(formatted(content, options.lines)).toBe(
      '{"a": 1, "b": [1, {}]}\n\n\n{"c": 2} {"d":1}\n{"e": [1 2, 3]}',
    );
    const final = { ...two, insertFinalNewline: true };
    expect(formatted('{}', options.lines, final)).toBe('{}\n');
    expect(formatted('{}\n\n', options.lines, final)).toBe('{}\n\n');
    const trimming = { ...two, trimFinalNewlines: true };
    expect(formatted('{}\n\n{}\r\n \n', options.lines, trimming)).toBe('{}\n\n{}\r\n');
  });
  it('does not split a line end of two characters', () => {
    expect(format(open('[\r1,\r\n2]'), null, two)[1]).toEqual({ from: 4, to: 6, insert: '\r  ' });
  });
  it('does not merge two line ends into one', () => {
    expect(formatted('\r  \n{ }', options.lines)).toBe('\r \n{}');
    expect(formatted('{}\r \t\r\n {}\n', options.lines)).toBe('{}\r\r\n{}\n');
  });
  it('lays out deep nesting, and indents at most 40 levels', () => {
    const depth = 3000;
    const content = `${'['.repeat(depth)}1${']'.repeat(depth)}`;
    const lines = formatted(content).split('\n');
    expect(lines).toHaveLength(2 * depth + 1);
    expect(lines[39]).toBe(`${' '.repeat(78)}[`);
    for (const line of [41, depth, depth + 1]) expect(lines[line]!.lastIndexOf(' ')).toBe(79);
    expect(lines.at(-2)).toBe('  ]');
  });
  it('does not change a text that would become too long, and says so', () => {
    const content = `[${Array(500)
      .fill('['.repeat(1000) + ']'.repeat(1000))
      .join()}]`;
    expect(runToEnd(formatDocument(open(content), null, two))).toEqual({ edits: [], isTooLong: true });
  });
  it('merges the edits of a large document into one', () => {
    const content = `[${'{"a":1,"b":[1,2]},'.repeat(30_000)}7]`;
    const made = format(open(content), null, two);
    expect(made).toMatchObject([{ from: 0, to: content.length }]);
    expect(applied(content, made)).toBe(JSON.stringify(JSON.parse(content), null, 2));
  });
  it('formats what it can of a text full of syntax errors', () => {
    const content = `[${"'a' 'b',\n[1,2],".repeat(30_000)}1]`;
    const laidOut = "  'a' 'b',\n  [\n    1,\n    2\n  ],\n".repeat(30_000);
    expect(formatted(content) === `[\n${laidOut}  1\n]`).toBe(true);
  });
  it('does not change the examples', () => {
    for (const name of ['airline.trajectories.json', 'grpo.training-config.json']) {
      const content = readFileSync(new URL(`../../../../../examples/${name}`, import.meta.url), 'utf8');
      expect(format(open(content, { language: 'trajectory', name }), null, two)).toEqual([]);
    }
  });
});

describe('Formatting a range', () => {
  const content = '{"a":{"x":1},\n"b":{"y":[1,2]},\n"c":{"z":1}}';
  const range = { from: content.indexOf('"b"'), to: content.indexOf(',\n"c"') };
  it('changes what overlaps it, as formatting the whole would', () => {
    expect(applied(content, format(open(content), range, two))).toBe(
      '{"a":{"x":1},\n  "b": {\n    "y": [\n      1,\n      2\n    ]\n  },\n"c":{"z":1}}',
    );
  });
  it('gives only edits that formatting the whole gives', () => {
    fc.assert(
      fc.property(value, fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(40), (json, at, length) => {
        const from = Math.round(at * json.length);
        const document = open(json);
        const whole = format(document, null, two).map((edit) => JSON.stringify(edit));
        const part = format(document, { from, to: from + length }, two).map((edit) => JSON.stringify(edit));
        expect(whole).toEqual(expect.arrayContaining(part));
      }),
      inputs(150),
    );
  });
  it('changes only the line of the range in JSON Lines', () => {
    const lines = '{"a":1}\n{"b":2}\n{"c":3}';
    expect(applied(lines, format(open(lines, options.lines), { from: 8, to: 15 }, two))).toBe(
      '{"a":1}\n{"b": 2}\n{"c":3}',
    );
  });
  it('merges many edits into one that replaces the range', () => {
    const inner = `[${'1,'.repeat(3000)}1]`;
    const whole = `[[1,2],\n${inner},\n[3,4]]`;
    const from = whole.indexOf(inner);
    const made = format(open(whole), { from, to: from + inner.length }, two);
    expect(made).toHaveLength(1);
    const laidOut = JSON.stringify(JSON.parse(inner), null, 2).replaceAll('\n', '\n  ');
    expect(applied(whole, made)).toBe(`[[1,2],\n  ${laidOut},\n[3,4]]`);
  });
  it('changes nothing where it is empty', () => {
    expect(format(open(content), { from: 7, to: 7 }, two)).toEqual([]);
  });
});

describe('While typing', () => {
  function typed(marked: string, how: DocumentOptions = options.trajectory): string {
    const { document, offset } = openAt(marked, how);
    return applied(stringOf(document.text), runToEnd(formatOnType(document, offset, two)).edits);
  }
  it('a closing bracket indents the lines of its container, and adds none', () => {
    expect(typed('{\n"a": {\n"b": [1,2],\n\n    "c":3\n   }|\n}')).toBe(
      '{\n"a": {\n    "b": [1,2],\n\n    "c":3\n  }\n}',
    );
  });
  it('a closing bracket changes only lines that are near', () => {
    const result = typed(`{\n${'"a": 1,\n'.repeat(40_000)}"b": 2\n}|`);
    expect(result.startsWith('{\n"a": 1,\n"a"')).toBe(true);
    expect(result.endsWith('\n  "a": 1,\n  "b": 2\n}')).toBe(true);
  });
  it('a closing bracket does not scan everything before it', () => {
    const content = `{"split": "a", "trajectory_groups": [], "x": [\n${'1234567, '.repeat(100_000)}\n{\n"b": 2\n}`;
    const document = open(`${content}\n]\n}`);
    // Every access to the array's members goes through its list of parts.
    const array = nodeAt(document.tree, content.indexOf('[\n')).handle as {
      branch: { parts: readonly Part[] };
    };
    const { parts } = array.branch;
    let reads = 0;
    array.branch.parts = new Proxy(parts, {
      get: (target, name, receiver) => {
        reads++;
        return Reflect.get(target, name, receiver);
      },
    });
    const { edits } = runToEnd(formatOnType(document, content.length, two));
    expect(edits.map(({ insert }) => insert)).toEqual(['      ', '    ']);
    expect(parts.length).toBeGreaterThan(100);
    expect(reads).toBeLessThan(parts.length);
  });
  it('a closing bracket on the line of its opening bracket changes nothing', () => {
    expect(typed('{"a":[1,2]|,"b":1}')).toBe('{"a":[1,2],"b":1}');
  });
  it('a line end indents the line before', () => {
    expect(typed('{\n"a":1,\n|\n"b": 2\n}')).toBe('{\n  "a":1,\n\n"b": 2\n}');
    expect(typed('{\n      "a": 1,\r\n|}')).toBe('{\n  "a": 1,\r\n}');
    // Editors indent the new line first.
    expect(typed('{\n      "a": 1,\n      |\n}')).toBe('{\n  "a": 1,\n      \n}');
  });
  it('nothing else changes anything', () => {
    expect(typed('{\n"a":1,\n"b|": 2\n}')).toBe('{\n"a":1,\n"b": 2\n}');
    expect(typed('{\n"a":1,|\n"b": 2\n}')).toBe('{\n"a":1,\n"b": 2\n}');
    expect(typed('{\n"a":"]|\n')).toBe('{\n"a":"]\n');
    expect(typed('{"a":[ 1 ]|}\n', options.lines)).toBe('{"a":[ 1 ]}\n');
    expect(typed('|')).toBe('');
  });
});
