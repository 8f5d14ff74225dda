import { describe, expect, it } from 'vitest';
import {
  type TextForm,
  textSlice,
  valueAtPath,
} from '../../../../../server/core/collection/conversations/texts';
import { trajectoryAt } from '../../../../../server/core/collection/lookup';
import type { PathSegment } from '../../../../../server/core/syntax/nodes/path';
import { sliceText } from '../../../../../server/core/text/text';
import { runToEnd } from '../../../../../server/core/work';
import { open } from '../../support';
import { page, tableOf } from '../support';

/** A group of one trajectory with these messages. */
function withMessages(messages: readonly unknown[], others: object = {}): string {
  return JSON.stringify({ trajectories: [{ messages_and_choices: messages, ...others }] });
}

function cards(...messages: readonly unknown[]) {
  return page(open(withMessages(messages)), 0)!.messages;
}

/** A text of the only trajectory of a document. */
function textAt(
  content: string,
  path: readonly PathSegment[],
  { form, from, to }: { form: TextForm; from: number; to: number },
) {
  const document = open(content);
  const place = runToEnd(trajectoryAt(document, 0))!;
  const value = valueAtPath(document.text, place.node, path);
  return value && runToEnd(textSlice(document.text, value, { form, from, to }));
}

const role = 'user';

describe('A card shows', () => {
  it('the role, the name and the decoded text', () => {
    const [card] = cards({ role, name: 'Ann', content: 'a\n"b" \u00e9 😀' });
    expect(card).toMatchObject({
      index: 0,
      path: ['messages_and_choices', 0],
      isChoice: false,
      role,
      name: 'Ann',
      content: [{ type: 'text', text: { text: 'a\n"b" \u00e9 😀', from: 0, length: 10, form: 'decoded' } }],
      finishReason: null,
      reasoning: null,
      calls: [],
      answers: null,
      tokens: [],
      problems: [],
    });
  });

  it('no content for a message without text', () => {
    for (const message of [{}, { content: null }, { content: '' }, { content: [] }])
      expect(cards(message)[0], JSON.stringify(message)).toMatchObject({ content: [], role: null });
  });

  it('an item that is no message as it is', () => {
    const shown = (item: unknown) => {
      const [card] = cards(item);
      const [part] = card!.content;
      if (part?.type !== 'json') throw new Error('It is JSON.');
      expect(card).toMatchObject({ role: null, calls: [], leftOut: { parts: 0, calls: 0, tokens: 0 } });
      const { path, form } = part.text;
      const whole = textAt(withMessages([item]), path, { form, from: 0, to: 1e9 });
      expect(whole).toEqual({ text: part.text.text, length: part.text.length });
      return part.text.text;
    };
    expect([7, null, true, 'text', [1], []].map(shown)).toEqual([
      '7',
      'null',
      'true',
      'text',
      '[\n  1\n]',
      '[]',
    ]);
  });

  it('the beginning of a long text, never half a character; the rest can be requested', () => {
    const content = `x${'😀'.repeat(5000)}`;
    const [card] = cards({ content });
    const [part] = card!.content;
    if (part?.type !== 'text') throw new Error('It is a text.');
    expect(part.text).toMatchObject({ text: content.slice(0, 1999), length: content.length });
    const { path, form } = part.text;
    const more = textAt(withMessages([{ content }]), path, { form, from: 1999, to: 4000 });
    expect(more).toEqual({ text: content.slice(1999, 3999), length: content.length });
    const all = textAt(withMessages([{ content }]), path, { form: 'decoded', from: 0, to: 1e9 });
    expect(all?.text).toBe(content);
  });

  it('the texts, embedded images and other parts of a content array', () => {
    const url = 'data:image/png;base64,AAAA';
    const [card] = cards({
      content: [
        { type: 'text', text: 'said' },
        'plain',
        { type: 'image_url', image_url: { url } },
        { type: 'image_url', image_url: { url: 'https://example.com/pixel.png' } },
        { type: 'other', x: [1] },
      ],
    });
    const here = ['messages_and_choices', 0, 'content'];
    expect(card!.content).toMatchObject([
      { type: 'text', text: { text: 'said', path: [...here, 0, 'text'] } },
      { type: 'text', text: { text: 'plain', path: [...here, 1] } },
      {
        type: 'image',
        url: { text: url, path: [...here, 2, 'image_url', 'url'] },
        description: 'image/png, 1 KB',
      },
      { type: 'json', text: { path: [...here, 3] } },
      { type: 'json', text: { text: '{\n  "type": "other",\n  "x": [\n    1\n  ]\n}', form: 'laid-out' } },
    ]);
  });

  it('JSON in a tool result laid out with unchanged tokens, and any other text as it is', () => {
    const content = '{"a":  1e400, "a": [ ]}';
    const laidOut = { text: '{\n  "a": 1e400,\n  "a": []\n}', form: 'laid-out' };
    const found = cards(
      ...[
        { role: 'tool', content },
        { role: 'function', content },
        { tool_call_id: 'x', content },
      ],
      ...[
        { role: 'tool', content: [{ type: 'text', text: content }] },
        { role: 'assistant', content },
      ],
      ...['{"a": 1', '7', '"x"', '{"a": 1} and more', ''].map((text) => ({ role: 'tool', content: text })),
    );
    const texts = found.map(({ content: [part] }) => part?.type === 'text' && part.text);
    for (const text of texts.slice(0, 4))
      expect(text).toMatchObject({ ...laidOut, length: laidOut.text.length });
    expect(texts.slice(4)).toMatchObject([
      ...[content, '{"a": 1', '7', '"x"', '{"a": 1} and more'].map((text) => ({ text, form: 'decoded' })),
      false,
    ]);
    // A separate request returns the text itself.
    const path = ['messages_and_choices', 0, 'content'];
    const document = withMessages([{ role: 'tool', content }]);
    expect(textAt(document, path, { form: 'decoded', from: 0, to: 1e9 })?.text).toBe(content);
  });

  it('JSON in a string with letters in place of their escapes, and with what cannot be seen still escaped', () => {
    const spelled = String.raw`{"a\u00fc": "Z\u00fcrich \u4e2d\u6587 \ud83d\ude00 \ud83d \u202e \u0022 \u005c \\u00fc \n"}`;
    const [card] = cards({ role: 'tool', content: spelled });
    const [part] = card!.content;
    const shown = String.raw`"aü": "Zürich 中文 😀 \ud83d \u202e \u0022 \u005c \\u00fc \n"`;
    expect(part?.type === 'text' && part.text.text).toBe(`{\n  ${shown}\n}`);
  });

  it('as many parts and calls as there is room for, and how many are left out', () => {
    const call = { id: 'a', function: { name: 'f', arguments: '{}' } };
    const [card] = cards({ content: Array(60).fill('x'), tool_calls: Array(1200).fill(call) });
    expect(card!.content).toHaveLength(50);
    expect(card!.calls).toHaveLength(50);
    expect(card!.leftOut).toEqual({ parts: 10, calls: 1150, tokens: 0 });
  });

  it('a large image only on request', () => {
    const url = `data:image/png;base64,${'A'.repeat(300_000)}`;
    const [card] = cards({ content: [{ image_url: { url } }] });
    expect(card!.content).toMatchObject([{ type: 'image', url: { text: '', length: url.length } }]);
  });

  it('the message of a choice, why it ended, and how likely its tokens were', () => {
    const logprobs = {
      content: [
        { token: 'Hel', logprob: -0.5, top_logprobs: [{ token: 'Hi', logprob: -1.5 }, { token: 'x' }] },
        { token: 'lo', logprob: -0.25 },
      ],
    };
    const [card] = cards({
      index: 0,
      finish_reason: 'length',
      message: { role, content: 'Hello' },
      logprobs,
    });
    expect(card).toMatchObject({
      isChoice: true,
      role,
      finishReason: 'length',
      content: [{ text: { text: 'Hello', path: ['messages_and_choices', 0, 'message', 'content'] } }],
      tokens: [
        { token: 'Hel', logprob: -0.5, alternatives: [{ token: 'Hi', logprob: -1.5 }] },
        { token: 'lo', logprob: -0.25, alternatives: [] },
      ],
    });
  });

  it('the first tokens of a choice, and how many are left out', () => {
    const content = Array.from({ length: 1500 }, () => ({ token: 'ab', logprob: -1 }));
    const [card] = cards({ message: { role, content: 'ab'.repeat(1500) }, logprobs: { content } });
    expect([card!.tokens.length, card!.leftOut.tokens]).toEqual([1000, 500]);
  });
});

describe('Reasoning', () => {
  it('can be in a property of its own', () => {
    const [card] = cards({ content: 'said', reasoning_content: 'thought' });
    expect(card!.reasoning).toMatchObject({
      text: 'thought',
      path: ['messages_and_choices', 0, 'reasoning_content'],
    });
    expect(card!.content).toMatchObject([{ text: { text: 'said' } }]);
  });

  it('can be at the beginning of the content', () => {
    const content = `<think>\n${'thought '.repeat(500)}</think>\n\nsaid`;
    const [card] = cards({ content });
    const { reasoning } = card!;
    expect(reasoning).toMatchObject({ from: 8, length: 4000 });
    expect(reasoning!.text).toBe(content.slice(8, 2008));
    const from = content.indexOf('said');
    expect(card!.content).toMatchObject([{ type: 'text', text: { text: 'said', from, length: 4 } }]);
  });

  it('can be all of the content, if it was cut off', () => {
    const [card] = cards({ content: '<think>thought' });
    expect(card).toMatchObject({ content: [], reasoning: { text: 'thought', from: 7, length: 7 } });
  });

  it('is not looked for in the content if it has a property of its own', () => {
    const content = '<think>a</think>said';
    const [card] = cards({ content, reasoning_content: 'thought' });
    expect(card).toMatchObject({ reasoning: { text: 'thought' }, content: [{ text: { text: content } }] });
  });

  it('is none if it is empty', () => {
    const [card] = cards({ content: '<think>\n\n</think>\n\nsaid' });
    expect(card).toMatchObject({ reasoning: null, content: [{ text: { text: 'said' } }] });
  });

  it('is not recognized after other text', () => {
    expect(cards({ content: 'a <think>b</think>' })[0]).toMatchObject({ reasoning: null });
  });
});

describe('Calls', () => {
  const call = (id: string | undefined, args: unknown) => ({ id, function: { name: 'f', arguments: args } });

  it('have their arguments laid out if they are JSON, in a string or not', () => {
    const [card] = cards({
      tool_calls: [call('a', '{"x":1}'), call('b', { x: 1 }), call('c', 'not {'), call('d', '7')],
    });
    const texts = card!.calls.map(({ arguments: given }) => [given?.form, given?.text]);
    const laidOut = '{\n  "x": 1\n}';
    expect(texts).toEqual([
      ['laid-out', laidOut],
      ['laid-out', laidOut],
      ['decoded', 'not {'],
      ['decoded', '7'],
    ]);
    const path = ['messages_and_choices', 0, 'tool_calls', 0, 'function', 'arguments'];
    expect(card!.calls[0]!.arguments?.path).toEqual(path);
  });

  it('are linked to their results by id', () => {
    const found = cards(
      { tool_calls: [call('a', '{}'), call('b', '{}')] },
      { role: 'tool', tool_call_id: 'b' },
      { role: 'tool', tool_call_id: 'a' },
      { tool_calls: [call('c', '{}')] },
    );
    expect(found.map(({ calls }) => calls.map(({ answeredBy }) => answeredBy))).toEqual([
      [2, 1],
      [],
      [],
      [null],
    ]);
    expect(found.map(({ answers }) => answers)).toEqual([
      null,
      { message: 0, call: 1 },
      { message: 0, call: 0 },
      null,
    ]);
  });

  it('of one id are linked in order to as many results as there are', () => {
    const results = (count: number) =>
      Array.from({ length: count }, () => ({ tool_call_id: '1', content: 'r' }));
    const made = { tool_calls: ['1', '1', '1'].map((id) => call(id, '{}')) };
    const links = (count: number) => {
      const [card, ...others] = cards(made, ...results(count));
      return [
        card!.calls.map(({ answeredBy }) => answeredBy),
        others.map(({ answers }) => answers?.call ?? null),
      ];
    };
    expect(links(1)).toEqual([[1, 1, 1], [2]]);
    expect(links(2)).toEqual([
      [1, 2, 2],
      [0, 2],
    ]);
    expect(links(3)).toEqual([
      [1, 2, 3],
      [0, 1, 2],
    ]);
    expect(links(4)).toEqual([
      [1, 2, 3],
      [0, 1, 2, null],
    ]);
    // Not those of an earlier round.
    const one = { tool_calls: [call('1', '{}')] };
    const found = cards(one, { role: 'user' }, one, ...results(2));
    expect(found.map(({ answers }) => answers)).toEqual([null, null, null, { message: 2, call: 0 }, null]);
  });

  it('are linked to their results by order if there are no ids, and in the older form', () => {
    const found = cards(
      { tool_calls: [call(undefined, '{}'), call(undefined, '{}')] },
      { role: 'tool' },
      { role: 'tool' },
      { role: 'tool' },
      { function_call: { name: 'g', arguments: '{}' } },
      { role: 'function', name: 'g' },
    );
    expect(found.map(({ answers }) => answers)).toEqual([
      null,
      { message: 0, call: 0 },
      { message: 0, call: 1 },
      null,
      null,
      { message: 4, call: 0 },
    ]);
    expect(found[4]!.calls).toMatchObject([{ name: 'g', id: null, answeredBy: 5 }]);
  });
});

describe('In a conversation of many parts, calls and results', () => {
  const text = 'word '.repeat(200);
  const ids = Array.from({ length: 60 }, (_, i) => i);

  it.each([
    ['by id', (i: number) => String(i)],
    ['by order', () => undefined],
  ])('are matched %s', (_, idOf) => {
    const messages = ids.flatMap((i) => [
      { content: text, tool_calls: [{ id: idOf(i), function: { name: 'f' } }] },
      { role: 'tool', tool_call_id: idOf(i), content: text },
    ]);
    const document = open(withMessages([...messages, messages[0]]));
    for (const [index, { calls, answers }] of page(document, 0, 0, 200)!.messages.entries()) {
      const isLast = index === messages.length;
      const isCall = index % 2 === 0;
      expect(calls.map(({ answeredBy }) => answeredBy)).toEqual(isCall ? [isLast ? null : index + 1] : []);
      expect(answers).toEqual(isCall ? null : { message: index - 1, call: 0 });
    }
    expect(tableOf(document).rows[0]).toMatchObject({ messages: 121, calls: 61, unanswered: 1 });
  });
});

describe('A page', () => {
  it('lists the sections of a trajectory, even undocumented ones; of several with the same name, the last', () => {
    const metadata = `"metadata": {"a": 1}, "metadata": {"b": 1, "c": 2}`;
    const found = page(
      open(`{"trajectories": [{"reward": 1, ${metadata}, "tools": [], "__proto__": 7}]}`),
      0,
    )!;
    expect(found.sections.map(({ name, count, text }) => [name, count, text.text])).toEqual([
      ['metadata', 2, '{\n  "b": 1,\n  "c": 2\n}'],
      ['tools', 0, '[]'],
      ['__proto__', null, '7'],
    ]);
    expect(found.total).toBe(0);
  });

  it('lists the problems of each message at the message, and the others separately', () => {
    const content =
      '{"trajectories": [{"reward": "1", "messages_and_choices": [{"role": "user"}, {"role": 7}, {"content": 1,}]}]}';
    const found = page(open(content), 0)!;
    expect(found.problems.map(({ severity }) => severity)).toEqual(['error']);
    expect(found.messages.map(({ problems }) => problems.length)).toEqual([0, 1, 2]);
    expect(page(open(content), 0, 1, 1)!.messages.map(({ problems }) => problems.length)).toEqual([1]);
  });

  it('lists every hint at its message, but not that on tools, which is given once for a document', () => {
    const call = { id: 'a', function: { name: 'search', arguments: '{' } };
    const messages = [
      { role, content: 'Hello' },
      { role: 'assistant', tool_calls: [call] },
      { role: 'tool', tool_call_id: 'b', content: 'one' },
      { role: 'tool', tool_call_id: 'c', content: 'two' },
    ];
    const document = open(
      `{"trajectories": [{"reward": 1},\n ${JSON.stringify({ messages_and_choices: messages })}]}`,
    );
    const found = page(document, 1)!;
    const marked = found.messages.map(({ problems }) =>
      problems.map(({ severity, from, to }) => `${severity} ${sliceText(document.text, from, to)}`),
    );
    expect(marked).toEqual([
      [],
      ['information "a"', 'information "{"'],
      ['information "b"'],
      ['information "c"'],
    ]);
    expect(found.problems).toEqual([]);
    expect(found.start).toBe(
      document.text.length - JSON.stringify({ messages_and_choices: messages }).length - 2,
    );
  });

  it('lists a few problems of a message and counts the rest', () => {
    const content = `{"trajectories": [{"messages_and_choices": [{${'"role": 1, '.repeat(40)}"x": 1}]}]}`;
    const [card] = page(open(content), 0)!.messages;
    expect(card!.problems).toHaveLength(20);
    expect(card!.problems[19]!.message).toMatch(/^\d+ more problems here are not listed\.$/);
  });

  it('begins where it is asked to, and ends where the conversation does', () => {
    const document = open(withMessages(Array.from({ length: 30 }, (_, i) => ({ content: String(i) }))));
    const said = (from: number, count: number) =>
      page(document, 0, from, count)!.messages.map(({ index, content: [part] }) => [
        index,
        part?.type === 'text' ? part.text.text : null,
      ]);
    expect(said(28, 10)).toEqual([
      [28, '28'],
      [29, '29'],
    ]);
    expect(said(30, 10)).toEqual([]);
    expect(page(document, 0, 0, 0)).toMatchObject({ total: 30, messages: [] });
    expect(page(document, 1)).toBeNull();
  });

  it('has a size of about 1 MB at most', () => {
    const parts = Array(50).fill({ type: 'text', text: '\u0001'.repeat(3000) });
    const document = open(withMessages(Array(20).fill({ content: parts })));
    const found = page(document, 0, 0, 20)!;
    expect(JSON.stringify(found).length).toBeLessThan(1_100_000);
    expect(found.messages.length).toBeGreaterThan(0);
    expect(found.messages.length).toBeLessThan(20);
  });

  it('of a half-typed document shows what is intact', () => {
    const content = withMessages([{ content: 'a' }, { content: 'b' }]).replace('"b"}]}]}', '"b\\n half');
    expect(page(open(content), 0)!.messages.map(({ content: [part] }) => part)).toMatchObject([
      { text: { text: 'a' } },
      { text: { text: 'b\n half' } },
    ]);
  });
});

describe('A text by its path', () => {
  const content = '{"trajectories": [{"metadata": {"a": [1,  2], "b": "{\\"x\\": [] }"}}]}';

  it('is returned as written, decoded, or laid out', () => {
    const all = { from: 0, to: 100 };
    const metadata = (name: string, form: TextForm) =>
      textAt(content, ['metadata', name], { form, ...all })?.text;
    expect(metadata('a', 'raw')).toBe('[1,  2]');
    expect(metadata('a', 'laid-out')).toBe('[\n  1,\n  2\n]');
    expect(metadata('b', 'raw')).toBe('"{\\"x\\": [] }"');
    expect(metadata('b', 'decoded')).toBe('{"x": [] }');
    expect(metadata('b', 'laid-out')).toBe('{\n  "x": []\n}');
    expect(textAt(content, ['metadata', 'c'], { form: 'raw', ...all })).toBeNull();
    expect(textAt(content, ['metadata', 0], { form: 'raw', ...all })).toBeNull();
  });

  it('is returned in slices that add up to the whole', () => {
    for (const form of ['raw', 'decoded', 'laid-out'] as const) {
      const { text, length } = textAt(content, [], { form, from: 0, to: 1000 })!;
      let joined = '';
      for (let from = 0; from < length; from += 7)
        joined += textAt(content, [], { form, from, to: from + 7 })!.text;
      expect(joined).toBe(text);
      expect(length).toBe(text.length);
    }
  });
});
