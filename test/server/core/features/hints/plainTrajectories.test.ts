import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupContainerOf } from '../../../../../server/core/collection/reading/groupContainer';
import { memberNamed } from '../../../../../server/core/collection/reading/namedMember';
import type { Document } from '../../../../../server/core/document';
import { findHints } from '../../../../../server/core/features/hints/hints';
import { plainTrajectoriesOf } from '../../../../../server/core/features/hints/plain/plainTrajectories';
import { childrenOf } from '../../../../../server/core/syntax/nodes/children';
import { runToEnd } from '../../../../../server/core/work';
import { inputs } from '../../../../budget';
import { open } from '../../support';

/** For each trajectory of a log request whether it is recognized as plain, after its hints were looked for. */
function arePlain(document: Document): boolean[] {
  runToEnd(findHints(document, 1000));
  const plain = plainTrajectoriesOf(document);
  return [...childrenOf(groupContainerOf(document)!.node)].flatMap((group) =>
    [...childrenOf(memberNamed(document, group, document.engine.schemas.names.trajectories)!)].map(
      (trajectory) => runToEnd(plain.read(document, trajectory)) !== null,
    ),
  );
}

const requestOf = (trajectories: readonly object[]): string =>
  JSON.stringify({ split: 'a', trajectory_groups: [{ trajectories }] });

const parameters = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };
const tool = { type: 'function', function: { name: 'f', parameters } };
const call = (id: unknown, given: unknown = '{"n": 1}', name: unknown = 'f') => ({
  id,
  type: 'function',
  function: { name, arguments: given },
});
const calling = (...calls: readonly object[]) => ({ role: 'assistant', content: null, tool_calls: calls });
const result = (id: unknown, content: unknown = '1') => ({ role: 'tool', tool_call_id: id, content });
const text = { role: 'assistant', content: 'a' };

describe('A plain trajectory is recognized', () => {
  it('in real runs', () => {
    const content = readFileSync(
      new URL('../../../../../examples/airline.trajectories.json', import.meta.url),
      'utf8',
    );
    expect(arePlain(open(content))).not.toContain(false);
  });
  it('in the shapes that calls and results have', () => {
    const plain = [
      [{ role: 'user', content: 'a' }, text],
      [calling(call('1')), result('1'), text],
      [calling(call('1'), call('2')), result('2'), result('1'), text],
      // The run ends with a call.
      [text, calling(call('1'))],
      [{ message: calling(call('1')), finish_reason: 'tool_calls' }, result('1')],
      [{ ...text, function_call: null, tool_calls: null, tool_call_id: null }],
      [calling(call('1', { n: 2 })), result('1')],
    ];
    const content = requestOf(plain.map((messages) => ({ messages_and_choices: messages, tools: [tool] })));
    expect(arePlain(open(content))).toEqual(plain.map(() => true));
  });
  it('with very long messages', () => {
    const long = { ...result('1'), content: 'a'.repeat(20_000) };
    const messages = [calling(call('1')), long, { ...text, content: 'b'.repeat(40_000) }];
    expect(arePlain(open(requestOf([{ messages_and_choices: messages, tools: [tool] }])))).toEqual([true]);
  });
});

const ids = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom<unknown>('1', '2') },
  { weight: 1, arbitrary: fc.constantFrom<unknown>('3', '', null, 4, undefined, 'é', 'a\nb') },
);
const contents = fc.constantFrom<unknown>('1', '', ' ', null, undefined, [], [{ type: 'text', text: '' }]);
const calls = fc
  .tuple(
    ids,
    fc.constantFrom<unknown>(
      '{"n": 1}',
      '{"n": 2}',
      '{"n": "x"}',
      '{}',
      'x',
      '',
      null,
      { n: 1 },
      { n: 'é' },
      undefined,
    ),
    fc.constantFrom<unknown>('f', 'g', null, undefined),
  )
  .map(([id, given, name]) => call(id, given, name));
const messages = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ role: fc.constantFrom('system', 'user', 'assistant'), content: contents }),
  },
  { weight: 3, arbitrary: fc.array(calls, { minLength: 1, maxLength: 2 }).map((some) => calling(...some)) },
  { weight: 4, arbitrary: fc.tuple(ids, contents).map(([id, content]) => result(id, content)) },
  { weight: 1, arbitrary: fc.array(calls, { maxLength: 2 }).map((some) => ({ message: calling(...some) })) },
  { weight: 1, arbitrary: calls.map((one) => ({ role: 'assistant', tool_calls: one })) },
  { weight: 1, arbitrary: ids.map((id) => ({ role: 'tool', id, content: '1' })) },
  {
    weight: 1,
    arbitrary: calls.map(({ function: called }) => ({ role: 'assistant', function_call: called })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<object>({}, [], { role: 'critic' }, { role: null }, { message: 1 }),
  },
);
const toolLists = fc.constantFrom<readonly object[] | undefined>(
  [tool],
  [tool],
  [],
  undefined,
  [tool, tool],
  [{ type: 'function', function: { name: 'f', parameters: { type: 'x' } } }],
);
const trajectories = fc.record({
  messages_and_choices: fc.array(messages, { maxLength: 6 }),
  tools: toolLists,
});

const first = { messages_and_choices: [text], tools: [tool] };

describe('Plain trajectories and others', () => {
  it('have the hints that the rules report', () => {
    let count = 0;
    fc.assert(
      fc.property(trajectories, ({ messages_and_choices: messages, tools }) => {
        // A role with an escape makes it read for the rules.
        const [content, other] = ['system', 'spelled'].map((role) =>
          requestOf([first, { messages_and_choices: [{ role }, ...messages], tools }]).replace(
            'spelled',
            '\\u0073ystem',
          ),
        );
        const [document, read] = [open(content!), open(other!)];
        count += arePlain(document)[1] ? 1 : 0;
        expect(arePlain(read)[1]).toBe(false);
        expect(hintsOf(document)).toEqual(hintsOf(read));
      }),
      inputs(2000),
    );
    expect(count).toBeGreaterThan(0);
  });
});

function hintsOf(document: Document): string[] {
  return runToEnd(findHints(document, 1000)).map(({ code, message }) => `${code}: ${message}`);
}
