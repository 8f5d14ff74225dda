import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NodesInOrder } from '../../../../server/core/features/nodesInOrder';
import { nodeAt } from '../../../../server/core/syntax/nodes/nodeAt';
import { inputs } from '../../../budget';
import { text } from '../arbitrary';
import { open, options } from '../support';

it('ReportedProblem nodes in order gives the same nodes as reported each one alone', () => {
  const offsets = fc.array(fc.nat(100), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(text, offsets, fc.constantFrom(...Object.values(options)), (content, steps, how) => {
      const { tree } = open(content, how);
      const nodes = new NodesInOrder(tree);
      let offset = 0;
      for (const step of steps) {
        const { kind, from, to, index, key } = nodes.at(offset);
        const alone = nodeAt(tree, offset);
        const expected = {
          kind: alone.kind,
          from: alone.from,
          to: alone.to,
          index: alone.index,
          key: alone.key,
        };
        expect({ kind, from, to, index, key }).toEqual(expected);
        offset = Math.min(content.length, offset + step * (step % 7 === 0 ? 50 : 1));
      }
    }),
    inputs(300),
  );
});
