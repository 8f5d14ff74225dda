import fc from 'fast-check';
import { marked, type Token, type Tokens } from 'marked';
import { describe, expect, it } from 'vitest';
import {
  codeBlock,
  codeSpan,
  escapeMarkdown,
  markdownOf,
} from '../../../../../server/core/features/hover/markdown';
import { visible } from '../../../../../server/core/features/visible';
import { inputs } from '../../../../budget';

/** Text that would become markup if treated as Markdown. */
const hostile = [
  '[click](command:workbench.action.quit)',
  '![x](https://example.com/pixel.png)',
  '![x][ref]\n\n[ref]: https://example.com',
  '<a href="command:x">x</a>',
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '<!-- hidden -->',
  '<https://example.com>',
  'https://example.com/a_b?c=d&e=f',
  'www.example.com',
  'http://user@example.com:80/#x',
  'ftp://example.com',
  'someone@example.com',
  'mailto:someone@example.com',
  'command:workbench.action.quit',
  '`code` ``code`` ```code```',
  '```js\nalert(1)\n```',
  '~~~\ncode\n~~~',
  '    indented code',
  '\tindented code',
  '# heading',
  'heading\n===',
  'heading\n---',
  '> quote',
  '- item\n- item',
  '* item',
  '+ item',
  '1. item\n2. item',
  '1) item',
  '- [ ] task',
  '---',
  '***',
  '___',
  '**bold** __bold__ *em* _em_ ~~gone~~',
  'a_b_c',
  '| a | b |\n|---|---|\n| c | d |',
  'a\n:-',
  '\\\n:-:',
  '[^1]: note',
  '&amp; &lt;script&gt; &#60; &copy;',
  '\\[x](y)',
  '\\\\[x](y)',
  'a\\',
  'line\\\nline',
  '$(zap) $(sync~spin)',
  '$$x$$',
  '[x]: command:y',
  '[[x]](command:y "title")',
  '](command:y)',
  '\u202etxt.exe\u202c',
  '\u0000\u0007\u001b[31m',
  '\u2028[x](y)\u2029',
  '\ud800',
  ' \u00a0 x',
  '\r\n\r\n# x',
  '',
  ' ',
  '\n\n\n',
];

/** All tokens found by the editor's Markdown parser, outermost first. */
function tokensOf(markdown: string): Token[] {
  const all: Token[] = [];
  const queue = [...marked.lexer(markdown)];
  for (let token = queue.shift(); token !== undefined; token = queue.shift()) {
    all.push(token);
    const { tokens = [], items = [] } = token as { tokens?: Token[]; items?: Token[] };
    queue.push(...tokens, ...items);
  }
  return all;
}

/** The visible text of the rendered page. */
function read(markdown: string): string {
  const html = marked.parse(markdown, { async: false });
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
    .trim();
}

const harmless = ['paragraph', 'text', 'escape', 'br', 'space'];

const character = fc.oneof(
  fc.constantFrom(
    ...'\\`*_{}[]()#+-.!<>|~&:/@$"\'=^%;,? \t\n\r1a',
    '  ',
    'http',
    'www',
    'command',
    '\ufeff',
    '\u200b',
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
);
const anyText = fc.oneof(
  fc.array(character, { maxLength: 40 }).map((all) => all.join('')),
  fc.array(fc.oneof(fc.constantFrom(...hostile), character), { maxLength: 8 }).map((all) => all.join('')),
);

describe('escaped text', () => {
  it.each(hostile)('is plain text: %j', (text) => {
    const types = new Set(tokensOf(escapeMarkdown(text)).map(({ type }) => type));
    expect([...types].filter((type) => !harmless.includes(type))).toEqual([]);
  });

  it('is plain text, whatever it contains', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const { type, raw } of tokensOf(escapeMarkdown(text))) {
          if (!harmless.includes(type)) throw new Error(`${JSON.stringify(raw)} is a ${type}`);
        }
      }),
      inputs(700),
    );
  });

  it('reads as the original, except for white space and invisible characters', () => {
    const printable = anyText.map((text) => text.replace(/[^\x20-\x7e]/g, ''));
    fc.assert(
      fc.property(printable, (text) => {
        const plain = (content: string): string => content.replace(/\s+/g, ' ').trim();
        expect(plain(read(escapeMarkdown(text)))).toBe(plain(text));
      }),
      inputs(500),
    );
  });

  it('shows characters that are invisible or change the text direction', () => {
    expect(escapeMarkdown('a\u202eb\u0007c\u200bd\ufeff\ud800')).toBe(
      'a\\u202eb\\u0007c\\u200bd\\ufeff\\ud800',
    );
    expect(escapeMarkdown('soft\u00adhyphen filler\u3164')).toBe('soft\\u00adhyphen filler\\u3164');
    expect(escapeMarkdown('👩‍👩‍👧 ❤\ufe0f é 日本')).toBe('👩‍👩‍👧 ❤\ufe0f é 日本');
  });

  it('keeps line breaks', () => {
    expect(escapeMarkdown('a\r\n\r\n   b\nc')).toBe('a  \nb  \nc');
  });
});

describe('text without markup stays as it is:', () => {
  it.each([
    'No range is documented.',
    'Type: string (date-time), required.',
    'The value "token" is offered; see epsilon_high, 1 - epsilon … 1 + epsilon!',
    "It's 50 % of 3 > 2, a < b, a & b; C:\\dir + x = y? {1}",
    'Reward 0.5: rank 1 of 3 in its group, shared with 1 more.',
    'a.b.c, a:b, a-b, #3 = 2)',
  ])('%s', (text) => {
    expect(escapeMarkdown(text)).toBe(text);
  });
});

describe('a code span', () => {
  it('contains any text, and nothing escapes from it', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const span = codeSpan(text);
        if (span === '') return;
        const inline = (marked.lexer(span)[0] as Tokens.Paragraph).tokens;
        expect(inline.map(({ type }) => type)).toEqual(['codespan']);
      }),
      inputs(700),
    );
  });

  it('uses a run of backticks that its text does not have', () => {
    expect(codeSpan('a`b``c')).toBe('```a`b``c```');
    expect(codeSpan('`a')).toBe('`` `a ``');
    expect(codeSpan('a\n  b')).toBe('`a\\n  b`');
    expect(codeSpan('  ')).toBe('');
  });
});

describe('the Markdown of a hover', () => {
  it('has a bold title, paragraphs and code, and no other markup', () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, (title, body, path) => {
        const markdown = markdownOf([
          { style: 'title', text: title },
          { style: 'text', text: body },
          { style: 'code', text: path },
        ]);
        const types = new Set(tokensOf(markdown).map(({ type }) => type));
        const allowed = [...harmless, 'strong', 'codespan'];
        expect([...types].filter((type) => !allowed.includes(type))).toEqual([]);
      }),
      inputs(700),
    );
  });
});

describe('A block', () => {
  const check = (text: string): void => {
    const parts = [
      { style: 'block', text },
      { style: 'title', text: 'behind' },
    ] as const;
    const tokens = marked.lexer(markdownOf(parts)).filter(({ type }) => type !== 'space');
    expect(tokens.map(({ type }) => type)).toEqual(['code', 'paragraph']);
    // Some Markdown parsers normalize line ends and tabs.
    const plain = (content: string): string => content.replace(/\r\n?/g, '\n').replaceAll('\t', '    ');
    expect(plain((tokens[0] as Tokens.Code).text)).toBe(plain(visible(text)));
  };

  it('cannot be closed by hostile text', () => {
    for (const text of [...hostile, '```', '````\n```\n~~~', '\n```\n# x', 'x\r```\ry', '\u202e```'])
      check(text);
    expect(codeBlock('```', 'text')).toBe('````text\n```\n````');
  });

  it('cannot be closed by any text', () => {
    const pieces = fc.constantFrom('`', '``', '```', '~~~', '\n', ' ', 'a', '\t', '>', '-', '<b>');
    fc.assert(
      fc.property(
        fc.array(pieces, { maxLength: 20 }).map((all) => all.join('')),
        check,
      ),
      inputs(300),
    );
  });
});
