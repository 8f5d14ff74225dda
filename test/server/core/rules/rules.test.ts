import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Document,
  type DocumentOptions,
  openDocument,
  problemsOf,
} from '../../../../server/core/document';
import { createEngine, type Engine } from '../../../../server/core/engine';
import type { MemberRule, Rule, ValueRule } from '../../../../server/core/rules/rule';
import { allRules } from '../../../../server/core/rules/rules';
import { childrenOf } from '../../../../server/core/syntax/nodes/children';
import { type Node, rootOf } from '../../../../server/core/syntax/nodes/node';
import { SyntaxErrorKind } from '../../../../server/core/syntax/syntaxErrors';
import { Flag } from '../../../../server/core/syntax/tokens/token';
import { Kind } from '../../../../server/core/syntax/tree/nodeKind';
import { keyName } from '../../../../server/core/syntax/tree/strings';
import { inputs } from '../../../budget';
import { edits, placed, text } from '../arbitrary';
import { editDocument, options } from '../support';

const on = { members: true, prefilter: true };
const off = { members: false, prefilter: false };

/** Engines with an additional rule that reports every value it is called with. */
function enginesWith(rule: Rule): Record<'with kernels' | 'without', Engine> {
  const rules = [...allRules, rule];
  return {
    'with kernels': createEngine({ rules, kernels: on }),
    without: createEngine({ rules, kernels: off }),
  };
}

const here = 'seen by the new rule';

function valueRule(kinds: readonly Kind[], more: Partial<ValueRule> = {}): Rule {
  return {
    of: 'value',
    kinds,
    appliesTo: () => true,
    check: ({ from, to }, report) =>
      report({ code: 'unsafe-number', severity: 'warning', from, to, message: here }),
    ...more,
  };
}

function objectRule(): Rule {
  return {
    of: 'object',
    appliesTo: () => true,
    check: ({ from }, report) =>
      report({ code: 'duplicate-key', severity: 'warning', from, to: from + 1, message: here }),
  };
}

function memberRule(which: MemberRule['with']): Rule {
  return {
    of: 'member',
    with: which,
    appliesTo: () => true,
    check: ({ from, to }, _, report) =>
      report({ code: 'duplicate-key', severity: 'warning', from, to, message: here }),
  };
}

/** A fixed kind, so that problems are listed whatever the document looks like. */
const listed: DocumentOptions = { ...options.trajectory, kind: 'log-request' };
const anyListed: readonly DocumentOptions[] = [
  listed,
  { ...options.config, kind: 'training-config' },
  { ...options.lines, kind: 'group-lines' },
];

function seenBy(engine: Engine, content: string, how: DocumentOptions = listed): number[] {
  return seenIn(openDocument(engine, content, how));
}

function seenIn(document: Document): number[] {
  const found = problemsOf(document, 1_000_000).filter(({ message }) => message === here);
  return found.map(({ from }) => from);
}

type IsMeant = (node: Node, document: Document) => boolean;

/** Start offsets of the matching values of a document, or of their keys, in document order. */
function placesOf(document: Document, isMeant: IsMeant, fromOf = ({ from }: Node): number => from): number[] {
  const found: number[] = [];
  const left: Node[] = [rootOf(document.tree)];
  while (left.length > 0) {
    const node = left.pop()!;
    if (node.parent !== null && isMeant(node, document)) found.push(fromOf(node));
    left.push(...[...childrenOf(node)].reverse());
  }
  return found.sort((a, b) => a - b);
}

/** Whether a value may be the first item of an array without its bracket: then it is not judged. */
function isFirstItem({ to }: Node, document: Document): boolean {
  return problemsOf(document).some(
    ({ fix, from }) => fix?.errorKind === SyntaxErrorKind.missingArray && from === to,
  );
}

const long = 'word '.repeat(3000);
const content = JSON.stringify({
  split: 'train',
  trajectory_groups: [
    {
      trajectories: [
        {
          messages_and_choices: [
            { role: 'user', content: 'Hello', index: 0 },
            { role: 'assistant', content: long, x: [1, { y: 2 }, [true, null]] },
          ],
          reward: 0.5,
          metrics: { turns: 2, solved: 1 },
        },
      ],
    },
  ],
});

const newRules: Record<string, { rule: Rule; isMeant: IsMeant; fromOf?: (node: Node) => number }> = {
  'plain numbers': { rule: valueRule([Kind.number]), isMeant: ({ kind }) => kind === Kind.number },
  'plain strings': { rule: valueRule([Kind.string]), isMeant: ({ kind }) => kind === Kind.string },
  literals: {
    rule: valueRule([Kind.true, Kind.false, Kind.null]),
    isMeant: ({ kind }) => kind === Kind.true || kind === Kind.false || kind === Kind.null,
  },
  'strings with escapes': {
    rule: valueRule([Kind.string], { flags: Flag.escapes }),
    isMeant: ({ kind, flags }) => kind === Kind.string && (flags & Flag.escapes) !== 0,
  },
  'containers of any size': {
    rule: valueRule([Kind.object, Kind.array]),
    isMeant: (node, document) =>
      (node.kind === Kind.object || node.kind === Kind.array) && !isFirstItem(node, document),
  },
  'the keys of objects': { rule: objectRule(), isMeant: ({ kind }) => kind === Kind.object },
  'repeated keys': {
    rule: memberRule('repeatedKey'),
    isMeant: ({ key, index, parent }, { text }) => {
      const later = [...childrenOf(parent!)].slice(index + 1);
      return (
        key !== null &&
        later.some((other) => other.key !== null && keyName(text, other.key) === keyName(text, key))
      );
    },
    fromOf: ({ key }) => key!.from,
  },
};

describe.each(Object.entries(newRules))('A new rule on %s', (_, { rule, isMeant, fromOf }) => {
  const engines = enginesWith(rule);

  it.each(Object.entries(engines))('sees them in a plain document, %s', (_, engine) => {
    const extended = content.replace('Hello', 'Hel\\nlo').replace('"solved"', '"turns"');
    const expected = placesOf(openDocument(engine, extended, listed), isMeant, fromOf);
    expect(expected.length).toBeGreaterThan(0);
    expect(seenBy(engine, extended)).toEqual(expected);
  });

  it.each(Object.entries(engines))(
    'sees them, and nothing else, in any document, %s',
    (_, engine) => {
      const property = fc.property(text, edits, (content, relative) => {
        for (const how of anyListed) {
          const document = openDocument(engine, content, how);
          expect(seenIn(document)).toEqual(placesOf(document, isMeant, fromOf));
          const edited = editDocument(document, [placed(relative[0]!, content.length)]);
          expect(seenIn(edited)).toEqual(placesOf(edited, isMeant, fromOf));
        }
      });
      fc.assert(property, inputs(50));
    },
    600_000,
  );
});

describe('A new rule', () => {
  it('sees more values than the kernel has room for', () => {
    // Inside deep nesting a part is longer.
    const many = `${'['.repeat(2000)}${'1,'.repeat(9000)}2${']'.repeat(2000)}`;
    for (const engine of Object.values(enginesWith(valueRule([Kind.number]))))
      expect(seenBy(engine, many)).toHaveLength(9001);
  });

  it('sees values on more levels than the kernel has room for', () => {
    const deep = `${'[1,{"a":'.repeat(400)}1${'}]'.repeat(400)}`;
    for (const engine of Object.values(enginesWith(valueRule([Kind.number]))))
      expect(seenBy(engine, deep)).toHaveLength(401);
  });

  it('is called only where it says that it applies', () => {
    const rule = valueRule([Kind.number], { appliesTo: ({ title }) => title === 'Reward' });
    for (const engine of Object.values(enginesWith(rule))) {
      const [schema] = engine.schemas.all.filter(({ title }) => title === 'Reward');
      expect(schema?.type).toBe('number');
      expect(seenBy(engine, content)).toEqual([content.indexOf('0.5')]);
    }
  });

  it.each<[MemberRule['with'], string, number]>([
    ['unknownKey', '{"split": "s", "odd": 1, "trajectory_groups": []}', 15],
    ['repeatedKey', '{"split": "s", "trajectory_groups": [], "split": "s"}', 1],
    ['repeatedKey', '{"split": "s", "trajectory_groups": [], "odd": {"zz": 1, "\\u007az": 2}}', 48],
  ])('on %s sees such a key: %s', (which, content, at) => {
    for (const engine of Object.values(enginesWith(memberRule(which))))
      expect(seenBy(engine, content)).toEqual([at]);
  });

  it('on unknown or repeated keys sees no other keys', () => {
    for (const which of ['unknownKey', 'repeatedKey'] as const)
      for (const engine of Object.values(enginesWith(memberRule(which))))
        expect(seenBy(engine, '{"split": "s", "trajectory_groups": []}')).toEqual([]);
  });
});

describe('A small and a large object', () => {
  it.each(Object.entries(enginesWith(objectRule())))('are checked alike, %s', (_, engine) => {
    // Where an array is documented, an object's keys are unknown, but must be unique.
    for (const filling of ['', long]) {
      const content = `{"split": "s", "trajectory_groups": {"a": "${filling}", "b": "${filling}", "a": 1}}`;
      const found = problemsOf(openDocument(engine, content, listed));
      expect(found.filter(({ code, message }) => code === 'duplicate-key' && message !== here)).toHaveLength(
        1,
      );
    }
  });
});
