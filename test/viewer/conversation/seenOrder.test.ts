import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MessageCard, ToolCall } from '../../../server/viewProtocol/conversation';
import { type Known, nextSeen, previousSeen } from '../../../viewer/conversation/seenOrder';
import { inputs } from '../../budget';

/** Message cards that each answer at most one earlier call, given as message and call number. */
function cardsOf(answers: readonly (readonly [number, number] | null)[]): Map<number, MessageCard> {
  const calls = answers.map((): ToolCall[] => []);
  for (const [index, answer] of answers.entries()) {
    if (answer === null) continue;
    calls[answer[0]]![answer[1]] = { name: null, id: null, arguments: null, answeredBy: index };
  }
  const cards = answers.map((answer, index): MessageCard => {
    const own = Array.from(
      calls[index]!,
      (call) => call ?? { name: null, id: null, arguments: null, answeredBy: null },
    );
    return {
      ...{ index, path: [], isChoice: false, role: null, name: null, content: [], calls: own },
      ...{
        leftOut: { parts: 0, calls: 0, tokens: 0 },
        reasoning: null,
        finishReason: null,
        tokens: [],
        problems: [],
      },
      answers: answer === null ? null : { message: answer[0], call: answer[1] },
    };
  });
  return new Map(cards.map((card) => [card.index, card]));
}

function known(answers: Parameters<typeof cardsOf>[0], folded: readonly number[] = []): Known {
  return {
    total: answers.length,
    cards: cardsOf(answers),
    showsCalls: ({ index }) => !folded.includes(index),
  };
}

function walked(conversation: Known): number[] {
  const result = [0];
  for (let at = nextSeen(conversation, 0); at !== null; at = nextSeen(conversation, at)) result.push(at);
  return result;
}

const crossed = [null, null, [1, 1], [1, 0], null] as const;

describe('Stepping from message to message', () => {
  it('visits results in the order of their calls', () => {
    expect(walked(known(crossed))).toEqual([0, 1, 3, 2, 4]);
  });

  it('skips results under a folded call, and moves on from one', () => {
    expect(walked(known(crossed, [1]))).toEqual([0, 1, 4]);
    expect(nextSeen(known(crossed, [1]), 3)).toBe(4);
    expect(previousSeen(known(crossed, [1]), 3)).toBe(1);
  });

  it.each([
    ['two calls of a message', [1, 0], [0, 1, 2, 3]],
    ['a call and its repetition', [3, 0], [0, 1, 2, 3, 4, 5]],
  ] as const)('visits a result once if %s have the same id', (_, [message, call], expected) => {
    const length = expected.length;
    const answer = message + 1;
    const cards = cardsOf(Array.from({ length }, (_, i) => (i === answer ? [message, call] : null)));
    const again = { name: null, id: null, arguments: null, answeredBy: answer };
    cards.set(1, { ...cards.get(1)!, calls: [...cards.get(1)!.calls, again] });
    const conversation: Known = { total: length, cards, showsCalls: () => true };
    expect(walked(conversation)).toEqual(expected);
    const back = [length - 1];
    for (let at = previousSeen(conversation, length - 1); at !== null; at = previousSeen(conversation, at))
      back.push(at);
    expect(back).toEqual(expected.toReversed());
  });

  it('knows the position of a result that is still loading by its call', () => {
    const { cards, ...rest } = known(crossed);
    const some = new Map([...cards].filter(([index]) => index !== 3));
    expect(walked({ ...rest, cards: some })).toEqual([0, 1, 3, 2, 4]);
  });

  it('visits every visible message once, and goes back the same way', () => {
    const answers = fc.array(fc.tuple(fc.nat(60), fc.nat(30), fc.boolean()), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(answers, fc.uniqueArray(fc.nat(60)), (made, folded) => {
        const taken = new Set<string>();
        const list = made.map(([message, call, isAnswer], index) => {
          if (!isAnswer || message >= index || taken.has(`${message}/${call}`)) return null;
          taken.add(`${message}/${call}`);
          return [message, call] as const;
        });
        const conversation = known(list, folded);
        const forth = walked(conversation);
        expect(new Set(forth).size).toBe(forth.length);
        const back = [forth.at(-1)!];
        for (let at = previousSeen(conversation, back[0]!); at !== null; at = previousSeen(conversation, at))
          back.push(at);
        expect(back.reverse()).toEqual(forth);
        // Only messages below a folded one are left out.
        if (folded.every((index) => index >= list.length)) expect(forth.length).toBe(list.length);
      }),
      inputs(300),
    );
  });
});
