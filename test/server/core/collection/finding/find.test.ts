import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { valueAtPath } from '../../../../../server/core/collection/conversations/texts';
import { type Found, type Hit, hitsIn } from '../../../../../server/core/collection/finding/hits';
import {
  expressionOf,
  matchesInEach,
  type Query,
} from '../../../../../server/core/collection/finding/matching';
import { type Cursor, readTexts, startOf } from '../../../../../server/core/collection/finding/reading';
import { maxStepLength, searchStep } from '../../../../../server/core/collection/finding/search';
import { trajectoryAt } from '../../../../../server/core/collection/lookup';
import { type Document, openDocument } from '../../../../../server/core/document';
import { createEngine } from '../../../../../server/core/engine';
import { sliceText } from '../../../../../server/core/text/text';
import { runToEnd } from '../../../../../server/core/work';

const engine = createEngine();
const wanted = (text: string): Query => ({ text, isExpression: false, isCaseSensitive: true });

/** A step as an expression takes it. */
function inOneRead(
  document: Document,
  query: Query,
  { from, end, role, room }: { from: Cursor; end: number; role: string | null; room: number },
): Found {
  const texts = runToEnd(readTexts(document, { from, to: end, role, maxLength: maxStepLength }));
  const matches = runToEnd(matchesInEach(query, expressionOf(query) as RegExp, texts.pieces));
  return hitsIn(texts, matches, { first: from.trajectory, room, end });
}

/** All hits, in steps with room for some hits each. */
function find(
  document: Document,
  query: Query,
  {
    role = null,
    room = 100_000,
    end,
    isWhole = true,
  }: {
    role?: string | null;
    room?: number;
    end: number;
    isWhole?: boolean;
  },
): { hits: Hit[]; counts: number[]; steps: number } {
  const expression = expressionOf(query) as RegExp;
  const hits: Hit[] = [];
  const counts = new Array<number>(end).fill(0);
  let steps = 0;
  for (let from: Cursor | null = startOf(0); from !== null; steps++) {
    const found: Found = isWhole
      ? runToEnd(searchStep(document, query, { from, to: end, role, expression, room }))
      : inOneRead(document, query, { from, end, role, room });
    hits.push(...found.hits);
    for (const [i, count] of found.counts.entries()) counts[found.first + i]! += count;
    from = found.next;
  }
  return { hits, counts, steps };
}

it('A step reads few texts at once, even if they are very short', () => {
  const call = { function: { name: 'f', arguments: '{}' } };
  const message = { role: 'assistant', tool_calls: Array(900).fill(call) };
  const document = documentOf([{ messages_and_choices: Array(10).fill(message) }]);
  const extent = { from: startOf(0), to: 1, role: null, maxLength: 10_000 };
  const { pieces, next } = runToEnd(readTexts(document, extent));
  expect(pieces.length).toBeLessThan(500);
  expect(next).not.toBeNull();
  expect(find(document, wanted('{}'), { end: 1 }).counts).toEqual([9000]);
});

function documentOf(trajectories: readonly unknown[], toText = JSON.stringify): Document {
  const request = { split: 'train', trajectory_groups: [{ trajectories }] };
  return openDocument(engine, toText(request), { language: 'trajectory', name: 'a.json' });
}

/** The source that a hit refers to. */
function sourceOf(document: Document, { trajectory, path, from, to }: Hit): string {
  const { node } = runToEnd(trajectoryAt(document, trajectory))!;
  const value = valueAtPath(document.text, node, path)!;
  return sliceText(document.text, value.from + from, value.from + to);
}

/** All characters escaped. */
function escaped(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const call = (args: unknown) => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'find_flight', arguments: args } }],
});

describe('A search', () => {
  const messages = [
    { role: 'system', content: 'You help to find flights.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Find me a flight' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,flight' } },
      ],
    },
    call('{"to": "Zürich flight"}'),
    { role: 'tool', tool_call_id: 'call_1', content: '{"flights": ["ZRH 1"]}' },
    { role: 'assistant', reasoning_content: 'No more flights.', content: 'Done.' },
    call({ to: { city: 'Zürich' } }),
  ];
  const document = documentOf([{ messages_and_choices: messages, reward: 1 }], escaped);

  it('reads reasoning, content, names and arguments of calls, and results, but no images', () => {
    const { hits, counts } = find(document, wanted('flight'), { end: 1 });
    expect(hits.map(({ message, before, found, after }) => [message, `${before}[${found}]${after}`])).toEqual(
      [
        [0, 'You help to find [flight]s.'],
        [1, 'Find me a [flight]'],
        [2, 'find_[flight]'],
        [2, '{"to": "Zürich [flight]"}'],
        [3, '{"[flight]s": ["ZRH 1"]}'],
        [4, 'No more [flight]s.'],
        [5, 'find_[flight]'],
      ],
    );
    expect(counts).toEqual([7]);
  });

  it('finds what is escaped, also in JSON within a string, and leads to its source', () => {
    const { hits } = find(document, wanted('ürich'), { end: 1 });
    expect(hits.map((hit) => sourceOf(document, hit))).toEqual(['\\u00fcrich', '\\u00fcrich']);
    const twice = documentOf([{ messages_and_choices: [call(escaped({ to: 'Zürich' }))] }]);
    const [hit] = find(twice, wanted('ürich'), { end: 1 }).hits;
    expect(hit).toMatchObject({ before: '{"to":"Z', found: 'ürich', after: '"}' });
    expect(sourceOf(twice, hit!)).toBe('\\\\u00fcrich');
  });

  it('is limited to a role, and ignores case on request', () => {
    const query: Query = { text: 'FIND', isExpression: false, isCaseSensitive: false };
    const roles = (role: string | null) =>
      find(document, query, { role, end: 1 }).hits.map((hit) => hit.role);
    expect(roles(null)).toEqual(['system', 'user', 'assistant', 'assistant']);
    expect(roles('user')).toEqual(['user']);
    expect(roles('nobody')).toEqual([]);
    expect(find(document, { ...query, isCaseSensitive: true }, { end: 1 }).hits).toEqual([]);
  });

  it('takes a text as it is, and an expression as one', () => {
    const special = documentOf([
      { messages_and_choices: [{ role: 'user', content: 'a.b a-b\na/b (a|b) 😀' }] },
    ]);
    const count = (text: string, isExpression: boolean) =>
      find(special, { text, isExpression, isCaseSensitive: true }, { end: 1 }).counts[0];
    expect([count('a.b', false), count('a.b', true)]).toEqual([1, 4]);
    expect([count('(a|b)', false), count('(a|b)', true)]).toEqual([1, 8]);
    expect([count('^a', true), count('.$', true), count('^', true)]).toEqual([2, 2, 0]);
    expect([count('\\p{Emoji_Presentation}', true), count('\\"|😀', true)]).toEqual([1, 1]);
    expect(expressionOf({ text: '(', isExpression: true, isCaseSensitive: true })).toMatch(
      'Unterminated group',
    );
    expect(expressionOf(wanted('x'.repeat(1001)))).toBe('longer than 1000 characters');
  });
});

describe('For any texts', () => {
  const letters = fc.constantFrom('a', 'b', '\\', '"', '\n', 'é', '😀', ' ', '/');
  const text = fc.string({ unit: letters, maxLength: 30 });
  const message = fc.record({ role: fc.constantFrom('user', 'tool'), content: text });
  const documents = fc.array(fc.array(message, { maxLength: 5 }), { maxLength: 4 });
  const queries = fc.string({ unit: letters, minLength: 1, maxLength: 2 });

  it('the hits are those of a search in each text, wherever a step ends', () => {
    fc.assert(
      fc.property(
        documents,
        queries,
        fc.integer({ min: 1, max: 3 }),
        fc.boolean(),
        (all, query, room, isEscaped) => {
          const trajectories = all.map((messages) => ({ messages_and_choices: messages }));
          const document = documentOf(trajectories, isEscaped ? escaped : JSON.stringify);
          const end = trajectories.length;
          const expected = all.map((messages) =>
            messages.reduce((sum, { content }) => sum + content.split(query).length - 1, 0),
          );
          const whole = find(document, wanted(query), { end });
          expect(whole.counts).toEqual(expected);
          const stepped = find(document, wanted(query), { end, room });
          expect(stepped.hits.map(({ before, ...hit }) => hit)).toEqual(
            whole.hits.map(({ before, ...hit }) => hit),
          );
          expect(stepped.counts).toEqual(expected);
          expect(find(document, wanted(query), { end, room, isWhole: false }).counts).toEqual(expected);
          expect(find(document, wanted(query), { end, room: 0 })).toMatchObject({
            hits: [],
            counts: expected,
          });
          for (const hit of whole.hits) expect(JSON.parse(`"${sourceOf(document, hit)}"`)).toBe(hit.found);
        },
      ),
    );
  });

  it('a text that is longer than a step is searched as a whole', () => {
    const part = `${'x'.repeat(99_990)}needle\n😀\\"`;
    const document = documentOf(
      [{ messages_and_choices: [{ role: 'user', content: part.repeat(30) }] }],
      escaped,
    );
    for (const isExpression of [true, false]) {
      const query: Query = { text: 'needle', isExpression, isCaseSensitive: true };
      const { counts, hits, steps } = find(document, query, { end: 1, isWhole: !isExpression });
      expect(counts).toEqual([30]);
      expect(steps).toBeGreaterThan(2);
      expect(new Set(hits.map((hit) => sourceOf(document, hit)))).toEqual(new Set(['needle']));
      expect(new Set(hits.map(({ from }) => from)).size).toBe(30);
    }
    expect(find(document, wanted('xxx'), { end: 1, room: 0 }).counts).toEqual([30 * 33_330]);
  });
});
