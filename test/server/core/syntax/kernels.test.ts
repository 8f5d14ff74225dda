import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { type Document, type DocumentOptions, openDocument } from '../../../../server/core/document';
import { createEngine, type Engine } from '../../../../server/core/engine';
import type { Branch, Part } from '../../../../server/core/syntax/tree/tree';
import { type Edit, stringOf } from '../../../../server/core/text/text';
import { inputs } from '../../../budget';
import { edits, placed, text } from '../arbitrary';
import { expectEqual } from '../expectEqual';
import { editDocument, engine, everything, open, options } from '../support';

/** Processes each token and each value separately. */
const slow = createEngine({ kernels: { members: false, prefilter: false } });

it('There is an engine with kernels to compare with one without', () => {
  expect(kernelsOf(engine)).not.toContain(null);
  expect(kernelsOf(slow)).toEqual([null, null]);
  expect([engine, slow].map((each) => each.analyzer().kernelFailure)).toEqual([null, null]);
});

it('Where a host forbids WebAssembly, an engine has no kernels and says why', () => {
  vi.stubGlobal('WebAssembly', undefined);
  const without = createEngine();
  expect(kernelsOf(without)).toEqual([null, null]);
  vi.unstubAllGlobals();
  expect(without.analyzer().kernelFailure).toContain('Error');
});

describe('Kernels give the same results as the parser and the rules', () => {
  for (const [name, how] of Object.entries(options)) {
    it(`in any ${name}, even after edits`, () => {
      const property = fc.property(text, edits, (content, relative) => {
        const made: Edit[] = relative.map((edit) => placed(edit, content.length));
        same(open(content, how), openDocument(slow, content, how), how);
        const one = made[0]!;
        const edited = content.slice(0, one.from) + one.insert + content.slice(one.to);
        const document = editDocument(openDocument(slow, content, how), [one]);
        same(open(edited, how), document, how);
      });
      fc.assert(property, inputs(150));
    });
  }

  it('in lines with all kinds of ends', () => {
    const line = fc.oneof(
      { weight: 4, arbitrary: fc.nat(60).map((n) => `{"a": [${n}], "b": {"c": "${'d'.repeat(n)}"}}`) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('', ' ', '{}', '[]', '[{}]', '1', '{"a": 1', '}', '{"a": 1}}', 'INFO a'),
      },
    );
    const end = fc.constantFrom(
      '\n',
      '\n',
      '\n',
      '\r\n',
      '\r',
      ' \n',
      '\t\r\n',
      '\n\n',
      ',\n',
      ' // a\n',
      '{}\n',
    );
    const lines = fc.array(fc.tuple(line, end), { minLength: 10, maxLength: 40 });
    const property = fc.property(lines, fc.boolean(), (pairs, isCutOff) => {
      const whole = pairs.flat().join('');
      const content = isCutOff ? whole.slice(0, -1) : whole;
      same(open(content, options.lines), openDocument(slow, content, options.lines), options.lines);
    });
    fc.assert(property, inputs(300));
  });

  const long = 'word '.repeat(4000);
  it.each<[string, string]>([
    [
      'numbers',
      '[0, -0, 1.5, 1e5, 1E+05, -2.50e-3, 123456789012345, 1234567890123456, 01, 1., .5, -, 1e, 2]',
    ],
    ['words', '[true, false, null, tru, nulls, falsey, true]'],
    [
      'escapes',
      '["\\u00e9\\n\\"\\\\", "\\ud83d\\ude00", "\\ud83d", "\\ude00", "\\x", "\\u12", "\\ud83d\\u0041"]',
    ],
    ['surrogates', '["😀", "\ud83d", "\ude00x", "a\ud83d\ude00"]'],
    ['names', '{"a": 1, "": 2, "\\u0061": 3, "reward": 4, "b" : 5 , "task": 1, "note": 2, "kast": 3}'],
    ['blanks', '{ "a" :\t1\n,\r\n"b"\n:\n2 , "c": [ ] , "d": { } }'],
    ['brackets', '[[[]], {"a": {}}, [{"b": [1, 2]}]] ]'],
    ['bracket and comma mistakes', '{"a": [1, 2}, "b": {"c": 3], "d": "e" "f": 4, "g" 5, "h": 6,}'],
    ['words after strings', '["one", two", "three", true, "four" , five]'],
    ['comments', '{"a": 1, // x\n "b": /* y */ 2, "c": ["d" /* z */, 3]}'],
    ['control characters', '{"a": "\u0001", "b\u0002": 1, "c": "\n", "d": 1}'],
    ['long values', `{"a": "${long.repeat(5)}", "b": ["${long}", "${long}"], "c": {"d": "${long}"}}`],
    ['many lines', `${'{"a": [1, {}], "b": "c"}\n'.repeat(5000)}[]`],
    ['long lines', `{"a": ["${long.repeat(2)}", 1]}\n{"b": 2}\n`.repeat(20)],
    ['lines whose window ends between the halves of their end', `{"a": 1}\r\n`.repeat(20_000)],
    ['many levels', `${'[{"a":'.repeat(700)}1${'}]'.repeat(700)}`],
    ['many members', `[${'1,'.repeat(70_000)}2]`],
    ['duplicates', '{"metrics": {"x": 1, "y": 2, "x": 3, "yy": 4, "zz": 5}, "reward": 1, "reward": 2}'],
  ])('%s', (_, content) => {
    for (const how of Object.values(options)) same(open(content, how), openDocument(slow, content, how), how);
  });
});

function kernelsOf(engine: Engine): unknown[] {
  const { runKernel, ruleSet } = engine.analyzer();
  return [runKernel, ruleSet.kernel];
}

function same(fast: Document, token: Document, how: DocumentOptions): void {
  expectEqual(everything(fast), everything(token));
  // An edited tree may be divided into other parts than a fresh one.
  const fresh = openDocument(slow, stringOf(token.text), how);
  expectEqual(partsOf(fast.tree.root), partsOf(fresh.tree.root));
}

/** Everything that edits depend on, for every part. */
function partsOf(root: Branch): unknown[] {
  const found: unknown[] = [];
  const left: Part[] = [root];
  while (left.length > 0) {
    const { context, memo, ...part } = left.pop()!;
    const { kind, state } = context;
    if (part.type === 'branch') {
      const { parts, inner, ...rest } = part;
      found.push({ ...rest, kind: part.kind, within: kind, state });
      left.push(...parts);
    } else {
      const { rows, row, rowEnd, ...rest } = part;
      found.push({ ...rest, rows: [...rows.subarray(row * 4, rowEnd * 4)], within: kind, state });
    }
  }
  return found;
}
