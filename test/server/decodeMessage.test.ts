import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Chunk,
  chunkSize,
  lineStart,
  stringOf,
  type Text,
  textOf,
  textOfChunks,
} from '../../server/core/text/text';
import { decodeMessage } from '../../server/stdio/decodeMessage';

/** `PROPERTY_RUNS=5000 npx vitest run test/server/decodeMessage.test.ts` looks longer. */
const numRuns = Number(process.env['PROPERTY_RUNS'] ?? 200);

/** Longer than what is decoded at once. */
const long = 'All work and no play. '.repeat(4000);

describe('A long document that is opened', () => {
  const piece = fc.constantFrom(
    '\n',
    '\r',
    '\r\n',
    '"',
    '\\',
    '\\\\',
    '\t',
    '\u0001',
    'é',
    '“',
    '😀',
    '\ud83d',
    '\ude00',
    'u000a',
  );
  const short = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
  /** What must not be divided stands around the places where the text is. */
  const content = fc
    .array(fc.tuple(fc.integer({ min: -9, max: 9 }), short), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.map(([near, text]) => 'x'.repeat(chunkSize + near) + text).join('') + long);

  it('has the text that JSON gives it, whatever stands where it is divided', () => {
    const property = fc.property(content, fc.constantFrom(undefined, escapeAll), (text, escaping) => {
      const decoded = openedText(messageWith(text, escaping));
      expect(decoded).not.toBeTypeOf('string');
      agree(textOfChunks(decoded as Chunk[]), text);
    });
    fc.assert(property, { numRuns });
  }, 600_000);

  it('has it where every character is a backslash', () => {
    const text = '\\'.repeat(300_000);
    agree(textOfChunks(openedText(messageWith(text)) as Chunk[]), text);
  });

  it('keeps what else the message says', () => {
    const message = decodeMessage(messageWith(long)) as unknown as Message;
    expect(message.method).toBe('textDocument/didOpen');
    expect(message.params.textDocument).toMatchObject({ uri: 'file:///é.json', version: 7 });
  });
});

describe('Any other message is decoded as a whole', () => {
  const item = { uri: 'file:///a.json', languageId: 'trajectory', version: 1, text: long };
  it.each<[string, object]>([
    ['a short one', { ...messageOf('short') }],
    [
      'another notification',
      { method: 'textDocument/didChange', params: { contentChanges: [{ text: long }] } },
    ],
    ['one whose text is followed by another string', { ...messageOf(long), id: 'behind' }],
    ['one whose text stands elsewhere', { method: 'textDocument/didOpen', params: { text: long } }],
    ['one that has a text in a name', { method: 'textDocument/didOpen', params: { 'a"text': item.text } }],
    [
      'one in which the text is written twice',
      { method: 'textDocument/didOpen', text: 'first', params: { textDocument: item } },
    ],
  ])('%s', (_, message) => {
    expect(decodeMessage(Buffer.from(JSON.stringify(message)))).toEqual(message);
  });

  it('also when it is not UTF-8', () => {
    const bytes = messageWith(long);
    bytes[bytes.length - 100] = 0xff;
    expect(openedText(bytes)).toContain('\ufffd');
  });

  it.each([
    ['a raw line end', '\n'],
    ['an escape that JSON does not have', '\\q'],
    ['an escape that is cut off', '\\u00'],
  ])('and refused when it is no JSON: %s', (_, part) => {
    const text = JSON.stringify(messageOf(long)).replace('All work', `All ${part} work`);
    expect(() => decodeMessage(Buffer.from(text))).toThrow(SyntaxError);
  });
});

interface Message {
  readonly method: string;
  readonly params: { readonly textDocument: { readonly text: string | Chunk[] } };
}

function messageOf(text: string): Message {
  const textDocument = { uri: 'file:///é.json', languageId: 'trajectory', version: 7, text };
  return { method: 'textDocument/didOpen', params: { textDocument } };
}

/** The bytes of a message, in which a client may have escaped more than it must. */
function messageWith(text: string, escaping: (json: string) => string = (json) => json): Buffer {
  return Buffer.from(escaping(JSON.stringify(messageOf(text))));
}

function escapeAll(json: string): string {
  return json.replace(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function openedText(bytes: Buffer): string | Chunk[] {
  return (decodeMessage(bytes) as unknown as Message).params.textDocument.text;
}

function agree(text: Text, expected: string): void {
  expect(stringOf(text) === expected).toBe(true);
  const plain = textOf(expected);
  expect(text.lineCount).toBe(plain.lineCount);
  for (let line = 0; line < text.lineCount; line++)
    expect(lineStart(text, line)).toBe(lineStart(plain, line));
}
