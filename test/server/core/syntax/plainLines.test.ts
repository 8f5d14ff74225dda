import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Document } from '../../../../server/core/document';
import { PlainLineReader } from '../../../../server/core/syntax/plainLines';
import { newFrame } from '../../../../server/core/syntax/tree/frame';
import { Kind } from '../../../../server/core/syntax/tree/nodeKind';
import { branchOf } from '../../../../server/core/syntax/tree/parts';
import { noSyntaxErrors } from '../../../../server/core/syntax/tree/tree';
import { lineStart } from '../../../../server/core/text/text';
import { inputs } from '../../../budget';
import { expectEqual } from '../expectEqual';
import { engine, nodes, open, options } from '../support';

const reader = new PlainLineReader(engine.analyzer().runKernel!);

/** The nodes that the reader finds from the start of a line on, and where it ends. */
function plainNodes(document: Document, line: number): { readonly nodes: string[]; readonly to: number } {
  const { text, tree } = document;
  const { inner } = tree.root;
  const from = lineStart(text, line);
  const { packs, to } = reader.read(text, from, inner);
  const frame = { ...newFrame(), kind: Kind.lines, interior: from, parts: [...packs] };
  const root = branchOf(frame, { from: 0, valueTo: to, isClosed: true, inner, syntaxErrors: noSyntaxErrors });
  return { nodes: nodes({ ...document, tree: { root, readTo: to } }), to };
}

/** The nodes of a whole parse in a range; the first line in it is the first node. */
function parsedNodes(document: Document, from: number, to: number): string[] {
  const all = nodes(document).filter((node) => {
    const [start] = / (\d+)-\d+/.exec(node)!.slice(1).map(Number);
    return start! >= from && start! < to;
  });
  let index = 0;
  return all.map((node) => (node.startsWith('0 ') ? node.replace(/#\d+/, () => `#${index++}`) : node));
}

describe('Lines that the kernel reads alone have the nodes of a whole parse', () => {
  const line = fc.oneof(
    { weight: 6, arbitrary: fc.nat(60).map((n) => `{"a": [${n}], "b": {"c": "${'d'.repeat(n)}"}}`) },
    fc.nat(3).map((n) => `{"long": ["${'word '.repeat(n * 15_000)}", {"é": null}]}`),
    fc.constantFrom('', ' ', '{}', '[]', '1', '{"a": 1', '{"a": 1}}', '{"a": 1} 2', 'INFO a', '{"a" 1}'),
  );
  const end = fc.constantFrom('\n', '\n', '\n', '\r\n', '\r', ' \n', '\n\n', ',\n', '{}\n');

  it('in any lines', () => {
    const property = fc.property(
      fc.array(fc.tuple(line, end), { minLength: 1, maxLength: 20 }),
      fc.nat(20),
      (pairs, first) => {
        const document = open(pairs.flat().join(''), options.lines);
        const from = lineStart(document.text, first);
        const { nodes: found, to } = plainNodes(document, first);
        expectEqual(found, parsedNodes(document, from, to));
      },
    );
    fc.assert(property, inputs(200));
  });

  it('as far as they are plain, however many there are', () => {
    const plain = '{"a": [1, {}], "b": "c"}\n'.repeat(5000);
    const long = `{"a": "${'b'.repeat(200_000)}"}\n`;
    const read = (content: string): number => plainNodes(open(content, options.lines), 0).to;
    expect(read(plain)).toBe(plain.length);
    expect(read(plain + long + plain)).toBe(2 * plain.length + long.length);
    expect(read(`${plain}[]\n${plain}`)).toBe(plain.length);
    expect(read(`${plain}{"a": 01}\n${plain}`)).toBe(plain.length);
    expect(read(`${plain}{"a": "${'b'.repeat(300_000)}"}\n`)).toBe(plain.length);
    expect(read(`{"a": 01}\n${plain}`)).toBe(0);
  });
});
