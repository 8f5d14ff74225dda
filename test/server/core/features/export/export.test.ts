import fc from 'fast-check';
import { marked } from 'marked';
import { describe, expect, it } from 'vitest';
import { type Document, openDocument } from '../../../../../server/core/document';
import { createEngine } from '../../../../../server/core/engine';
import { comparisonStep } from '../../../../../server/core/features/export/comparison';
import { htmlStep, markdownOfMessage, markdownStep } from '../../../../../server/core/features/export/export';
import {
  type ExportCursor,
  type ExportStep,
  exportStart,
} from '../../../../../server/core/features/export/exportStep';
import { htmlComparison } from '../../../../../server/core/features/export/html';
import { markdownComparison } from '../../../../../server/core/features/export/markdown';
import { runToEnd, type Work } from '../../../../../server/core/work';

const engine = createEngine();

function documentOf(...trajectories: readonly unknown[]): Document {
  const request = { split: 'train', trajectory_groups: [{ trajectories }] };
  return openDocument(engine, JSON.stringify(request), { language: 'trajectory', name: 'a.json' });
}

function all(step: (from: ExportCursor) => Work<ExportStep | null>, from = exportStart): string[] {
  const parts: string[] = [];
  for (let at: ExportCursor | null = from; at !== null; ) {
    const made: ExportStep = runToEnd(step(at))!;
    parts.push(made.text);
    at = made.next;
  }
  return parts;
}

const markdownOf = (document: Document, trajectory = 0) =>
  all((from) => markdownStep(document, from), { trajectory, message: 0 }).join('');
const htmlOf = (document: Document) => all((from) => htmlStep(document, 'a <b>', from)).join('');

const hostile = '````\n</pre><script>alert(1)</script>\n# Heading\n```js\n~~~\n<!-- \u202e';
const messages = [
  {
    role: 'user',
    content: [
      { type: 'text', text: hostile },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
    ],
  },
  {
    role: 'assistant',
    reasoning_content: 'I think.',
    content: null,
    tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'get_*x*', arguments: '{"a":1}' } }],
  },
  { role: 'tool', tool_call_id: 'call_1', content: '{"b":[2]}' },
  { role: '<script>\n# x', content: 'Bye' },
];
const trajectory = { messages_and_choices: messages, reward: 0.5, metadata: { task: 7 } };

describe('A conversation as Markdown', () => {
  it('has metadata and reward on top, roles as headings, and calls with arguments and results', () => {
    const markdown = markdownOf(documentOf(trajectory));
    const tokens = marked.lexer(markdown);
    const headings = tokens.flatMap((token) => (token.type === 'heading' ? [token['text'] as string] : []));
    expect(headings).toEqual([
      'Group 1, trajectory 1',
      '1 user',
      '2 assistant',
      '3 tool, result of message 2',
      '4 &lt;script\\>\\\\n\\# x',
    ]);
    const codes = tokens.flatMap((token) => (token.type === 'code' ? [token['text'] as string] : []));
    expect(codes).toEqual([
      '{\n  "task": 7\n}',
      hostile,
      'I think.',
      '{\n  "a": 1\n}',
      '{\n  "b": [\n    2\n  ]\n}',
      'Bye',
    ]);
    expect(markdown).toContain('reward 0.5, 4 messages');
    expect(markdown).toContain('**Call of get\\_\\*x\\*** (call\\_1, result: message 3)');
    expect(tokens.filter(({ type }) => type === 'html')).toEqual([]);
  });

  it('keeps any text in its fence', () => {
    const text = fc.string({
      unit: fc.constantFrom('`', '~', '\n', 'a', ' ', '#', '<'),
      minLength: 1,
      maxLength: 40,
    });
    fc.assert(
      fc.property(text, (content) => {
        const document = documentOf({ messages_and_choices: [{ role: 'user', content }] });
        const markdown = runToEnd(markdownOfMessage(document, 0, 0))!;
        const [heading, code, ...others] = marked.lexer(markdown).filter(({ type }) => type !== 'space');
        expect([heading?.type, code?.type, others]).toEqual(['heading', 'code', []]);
        expect((code as unknown as { text: string }).text.replace(/\n+$/, '')).toBe(
          content.replace(/\n+$/, ''),
        );
      }),
    );
  });

  it('says what is left out of a long text, and comes in parts', () => {
    const long = 'x'.repeat(300_000);
    const document = documentOf({
      messages_and_choices: [1, 2, 3].map(() => ({ role: 'user', content: long })),
    });
    const parts = all((from) => markdownStep(document, from));
    expect(parts.map(({ length }) => length > 250_000 && length < 300_000)).toEqual([true, true, true]);
    expect(parts.join('').match(/\*50,000 more characters are left out\.\*/g)).toHaveLength(3);
    expect(runToEnd(markdownStep(document, { trajectory: 1, message: 0 }))).toBeNull();
    expect(runToEnd(markdownOfMessage(document, 0, 3))).toBeNull();
  });
});

describe('A comparison', () => {
  const other = {
    ...trajectory,
    reward: 0,
    messages_and_choices: messages.with(3, { role: 'assistant', content: 'Hello' }),
  };
  const document = documentOf(trajectory, other);
  const formats = { markdown: markdownComparison, page: htmlComparison };
  const compared = (as: keyof typeof formats, ...numbers: number[]) => ({
    title: 'a <b>',
    all: numbers.map((trajectory) => ({ document, trajectory, name: null })),
    format: formats[as],
  });

  it('as Markdown has what is the same in a line, and what differs in full', () => {
    const markdown = all((from) => comparisonStep(compared('markdown', 0, 1), from)).join('');
    expect(markdown).toMatch(
      /^# Comparison: a &lt;b\\>\n\n- Group 1, trajectory 1: reward 0\.5, 4 messages, 1 call\\: get\\_\\\*x\\\*\n- Group 1, trajectory 2: reward 0, /,
    );
    expect(markdown).toContain('*3 messages are the same in all.*');
    expect(markdown).toContain('## First difference\n');
    expect(markdown).toContain('### Group 1, trajectory 2\n\n#### 4 assistant\n\n```text\nHello\n```');
    expect(runToEnd(comparisonStep(compared('markdown', 0, 7), exportStart))).toBeNull();
  });

  it('as a page has what is the same once, folded, and what differs beside each other', () => {
    const html = all((from) => comparisonStep(compared('page', 0, 1), from)).join('');
    expect(html).not.toMatch(/<script|<link|<iframe|<a\b|javascript:|https?:|\son\w+=/);
    expect(html).toContain('<title>Comparison: a &#60;b&#62;</title>');
    const [run, rest] = html
      .slice(html.indexOf('<details class="run">'))
      .split('</details>\n<h2 class="mark">');
    expect(run).toContain('3 messages are the same in all');
    expect(run!.match(/<article /g)).toHaveLength(3);
    expect(rest!.match(/<article /g)).toHaveLength(2);
    expect(rest).toContain('Hello');
    expect(html.match(/<details\b/g)).toHaveLength(html.match(/<\/details>/g)!.length);
    expect(html.match(/<div\b/g)).toHaveLength(html.match(/<\/div>/g)!.length);
    expect(html.endsWith('</html>\n')).toBe(true);
  });

  it('as a page is the same whatever its parts', () => {
    const long = (said: string) => ({
      messages_and_choices: Array.from({ length: 60 }, (_, i) => ({
        role: 'user',
        content: `${i % 3 === 0 ? said : ''}${i} ${'y'.repeat(9000)}`,
      })),
    });
    const document = documentOf(long('a'), long('b'));
    const both = [0, 1].map((trajectory) => ({ document, trajectory, name: null }));
    const parts = all((from) => comparisonStep({ title: 'x', all: both, format: htmlComparison }, from));
    expect(parts.length).toBeGreaterThan(1);
    const html = parts.join('');
    expect(html.match(/<article /g)).toHaveLength(40 + 2 * 20);
    expect(html.match(/class="run"/g)).toHaveLength(20);
    expect(html.match(/<details\b/g)).toHaveLength(html.match(/<\/details>/g)!.length);
  });
});

describe('A document as HTML', () => {
  it('escapes its text, and has folds, images, no scripts and no links', () => {
    const html = htmlOf(documentOf(trajectory, trajectory));
    const policy = `default-src 'none'; style-src 'unsafe-inline'; img-src data:`;
    expect(html).toContain(`<meta http-equiv="Content-Security-Policy" content="${policy}">`);
    expect(html).not.toMatch(/<script|<link|<iframe|<a\b|javascript:|https?:|\son\w+=/);
    expect(html).toContain('&#60;script&#62;alert(1)&#60;/script&#62;');
    expect(html).toContain('\\u202e');
    expect(html).toContain('<img src="data:image/png;base64,AAAA" alt="image/png, 1 KB">');
    expect(html.match(/<details class="trajectory">/g)).toHaveLength(2);
    expect(html.match(/<details\b/g)).toHaveLength(html.match(/<\/details>/g)!.length);
    expect(html).toContain('prefers-color-scheme: dark');
    expect(html).toContain('<title>a &#60;b&#62;</title>');
  });

  it('is the same whatever its parts', () => {
    const long = {
      messages_and_choices: Array.from({ length: 40 }, (_, i) => ({
        role: 'user',
        content: `${i} ${'y'.repeat(9000)}`,
      })),
    };
    const document = documentOf(long, trajectory);
    const parts = all((from) => htmlStep(document, 'x', from));
    expect(parts.length).toBeGreaterThan(1);
    const html = parts.join('');
    expect(html.match(/<article /g)).toHaveLength(44);
    expect(html.match(/<details class="trajectory"/g)).toHaveLength(2);
    expect(html.endsWith('</html>\n')).toBe(true);
  });

  it('is made with a break after each trajectory', () => {
    const work = htmlStep(documentOf(...Array(300).fill({})), 'x', exportStart);
    let breaks = 0;
    while (work.next().done !== true) breaks++;
    expect(breaks).toBeGreaterThanOrEqual(299);
  });

  it('of an image that is none', () => {
    const content = [
      { type: 'image_url', image_url: { url: 'data:image/svg+xml;base64,AAAA' } },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,A"><b>' } },
    ];
    expect(htmlOf(documentOf({ messages_and_choices: [{ role: 'user', content }] }))).not.toContain('<img');
  });
});
