import fc from 'fast-check';
import { expect, it } from 'vitest';
import { syntaxErrorsInOrder } from '../../../../../server/core/features/syntaxErrorList';
import { childrenOf } from '../../../../../server/core/syntax/nodes/children';
import { type Node, rootOf } from '../../../../../server/core/syntax/nodes/node';
import { Parser } from '../../../../../server/core/syntax/parser';
import { SyntaxErrorKind } from '../../../../../server/core/syntax/syntaxErrors';
import { changesOf, Reuse } from '../../../../../server/core/syntax/tree/reuse';
import type { Tree } from '../../../../../server/core/syntax/tree/tree';
import { textOf } from '../../../../../server/core/text/text';
import { inputs } from '../../../../budget';
import { engine } from '../../support';
import { ofPieces } from './ofPieces';

const long = `"${'x'.repeat(300)}"`;
/** More than what is read ahead to choose a repair. */
const far = '\n- r n:""'.repeat(20);
const pieces = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"a"',
  '"b": ',
  '{"c": "d"}',
  '[1]',
  '{"e": "f" ',
  '\n',
  'word',
  ' 1',
  long,
  `${long}: `,
  far,
  '"split": "x", ',
  '"trajectories": [',
];
const marks = [
  '"',
  "'",
  '(',
  ')',
  '=',
  '\\',
  '//',
  '/*',
  '*/',
  'nul',
  '😀',
  '"g{',
  '"}',
  '# c\n',
  '- ',
  '\r\n',
];
const broken = fc.oneof(
  ofPieces(pieces, 40).map((rest) => `{${rest}`),
  ofPieces(pieces, 40).map((rest) => `[${rest}`),
  ofPieces([...pieces, ...marks], 40),
);

const { ruleSet, contexts } = engine.analyzer();
const { grammar } = ruleSet.schemas;

function parsed(content: string, lines: boolean, partSize: number, reuse?: Reuse): Tree {
  const how = { grammar, contexts, lines, partSize, ...(reuse && { reuse }) };
  const parser = new Parser(textOf(content), how);
  parser.advance(Number.POSITIVE_INFINITY);
  return parser.tree;
}

/** Every node and every syntax error. */
function described(tree: Tree): string[] {
  const found: string[] = [];
  const errors: string[] = [];
  const visit = (node: Node, depth: number): void => {
    for (const child of childrenOf(node)) {
      const { kind, flags, from, to, key } = child;
      found.push(`${depth} ${kind} ${flags} ${from}-${to} ${key?.from}-${key?.to} ${key?.flags}`);
      visit(child, depth + 1);
    }
  };
  visit(rootOf(tree), 0);
  for (const { errorKind, from, to, at } of syntaxErrorsInOrder(tree))
    errors.push(`error ${errorKind} ${from}-${to} ${at}`);
  return [...found, ...errors.sort()];
}

/** Whether the text ends inside a member: what is in a part by then is not taken back. */
function isTruncated(tree: Tree): boolean {
  return [...syntaxErrorsInOrder(tree)].some(
    ({ errorKind }) => errorKind === SyntaxErrorKind.cutOff || errorKind === SyntaxErrorKind.cutOffLine,
  );
}

it.each([false, true])('A tree of small parts says what a tree of large ones says: lines %s', (lines) => {
  fc.assert(
    fc.property(broken, fc.constantFrom(1, 300, 1000), (content, partSize) => {
      const trees = [partSize, 1e6].map((size) => parsed(content, lines, size));
      fc.pre(!trees.some(isTruncated));
      expect(described(trees[0]!)).toEqual(described(trees[1]!));
    }),
    inputs(500),
  );
});

it.each([false, true])('After edits, what is left of small parts is reused: lines %s', (lines) => {
  const edit = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.nat(10),
    insert: fc.constantFrom('', ...pieces, ...marks),
  });
  const edits = fc.array(edit, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(broken, edits, fc.constantFrom(1, 300, 1000), (start, all, partSize) => {
      let content = start;
      let tree = parsed(content, lines, partSize);
      for (const { at, length, insert } of all) {
        const from = Math.round(at * content.length);
        const to = Math.min(content.length, from + length);
        content = content.slice(0, from) + insert + content.slice(to);
        tree = parsed(content, lines, partSize, new Reuse(tree.root, changesOf([{ from, to, insert }])));
        expect(described(tree)).toEqual(described(parsed(content, lines, partSize)));
      }
    }),
    inputs(500),
  );
});
