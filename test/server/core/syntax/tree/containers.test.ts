import fc from 'fast-check';
import { expect, it } from 'vitest';
import { problemsOf } from '../../../../../server/core/document';
import { childrenOf } from '../../../../../server/core/syntax/nodes/children';
import { type Node, rootOf } from '../../../../../server/core/syntax/nodes/node';
import { SyntaxErrorKind } from '../../../../../server/core/syntax/syntaxErrors';
import { inputs } from '../../../../budget';
import { open, options } from '../../support';
import { ofPieces } from './ofPieces';

const tokens = ['{', '}', '[', ']', ',', ':', '"a"', '"b": ', '{"c": "d"}', '[1]', '{"e": "f" ', '\n'];
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
  '{"trajectories": [',
];
const broken = fc.oneof(
  ofPieces(tokens, 25).map((rest) => `{${rest}`),
  ofPieces([...tokens, ...marks], 25),
);

it.each(['trajectory', 'config', 'lines'] as const)(
  'In any text, members are inside of their container, one after the other: %s',
  (language) => {
    fc.assert(
      fc.property(broken, (content) => {
        expect(misplaced(content, language)).toEqual([]);
      }),
      inputs(500),
    );
  },
);

it('A colon after an object is not about the string that the object ends with', () => {
  for (const content of ['{"a": {"b": "c"}: 1}', '{"a": {"b": "c"}: [1]}', '{"a": {"b": {"c": "d"}}: 1}'])
    expect(misplaced(content, 'trajectory')).toEqual([]);
});

/** The members of a text that begin before the end of the one before them, or end behind their container. */
function misplaced(content: string, language: keyof typeof options): string[] {
  const found: string[] = [];
  const containers: Node[] = [rootOf(open(content, options[language]).tree)];
  for (const container of containers) {
    let end = container.from;
    for (const node of childrenOf(container)) {
      const { from, to } = node;
      const start = node.key?.from ?? from;
      if (start < end || (node.key?.to ?? start) > from || from > to || to > container.to)
        found.push(`${start}-${from}-${to} in ${container.from}-${container.to}`);
      end = to;
      containers.push(node);
    }
  }
  return found;
}

it('A colon behind a value without a name is not about the name before it, which has no value', () => {
  const problems = problemsOf(open('[{"a",:\n"b":{', { ...options.lines, kind: 'group-lines' }));
  const missing = problems.filter(({ fix }) => fix?.errorKind === SyntaxErrorKind.missingValue);
  expect(missing).toHaveLength(1);
});
