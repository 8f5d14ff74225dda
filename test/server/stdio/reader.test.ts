import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkSize } from '../../../server/core/text/chunks';
import { lineStart, stringOf, type Text, textOf, textOfChunks } from '../../../server/core/text/text';
import { DecodedText, type ReceivedText } from '../../../server/lsp/documents/contentChanges';
import { StdioReader } from '../../../server/stdio/reader';
import { inputs } from '../../budget';

/** Longer than one decoding step. */
const long = 'All work and no play. '.repeat(4000);

/** Chunk sizes of an incoming message, in bytes. */
const sizes = fc.oneof(fc.integer({ min: 300, max: 9000 }), fc.constantFrom(8192, 65_536, 1_000_000));

it.each([
  ['ends without being closed, as a file does', { emitClose: false }],
  ['ends and is closed', {}],
])('An input that %s is closed once', async (_, options) => {
  const input = new PassThrough(options);
  const reader = new StdioReader(input);
  let closed = 0;
  reader.onClose(() => closed++);
  reader.listen(() => undefined);
  input.end();
  await finished(input);
  expect(closed).toBe(1);
});

it('While a long message without a document is parsed, other work comes between its bytes', async () => {
  const input = new PassThrough({ highWaterMark: 1 });
  const params = { settings: Array.from({ length: 100_000 }, () => ({})) };
  const body = JSON.stringify({ jsonrpc: '2.0', method: 'workspace/didChangeConfiguration', params });
  const bytes = Buffer.from(`Content-Length: ${body.length}\r\n\r\n${body}`);
  let turns = 0;
  let isRead = false;
  const count = (): void => {
    turns++;
    if (!isRead) setImmediate(count);
  };
  const read = new Promise((resolve) => new StdioReader(input).listen(resolve));
  for (let from = 0; from < bytes.length; from += 10_000) input.write(bytes.subarray(from, from + 10_000));
  setImmediate(count);
  expect(await read).toEqual(JSON.parse(body));
  isRead = true;
  expect(turns).toBeGreaterThan(20);
});

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
  /** Puts characters that must not be split around the chunk borders. */
  const content = fc
    .array(fc.tuple(fc.integer({ min: -9, max: 9 }), short), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.map(([near, text]) => 'x'.repeat(chunkSize + near) + text).join('') + long);

  it('has the same text as with JSON.parse, whatever is at its chunk borders', () => {
    const escapings = fc.constantFrom(undefined, escapeAll);
    const property = fc.property(content, escapings, sizes, (text, escaping, size) => {
      agree(decodedText(openedText(messageWith(text, escaping), size)), text);
    });
    fc.assert(property, inputs(100));
  });

  it('has the same text if every character is a backslash', () => {
    const text = '\\'.repeat(300_000);
    agree(decodedText(openedText(messageWith(text))), text);
  });

  it('keeps the other fields of the message', () => {
    const message = decoded(messageWith(long)) as Message;
    expect(message.method).toBe('textDocument/didOpen');
    expect(message.params.textDocument).toMatchObject({ uri: 'file:///é.json', version: 7 });
    expect(message.params.textDocument.text).toBeInstanceOf(DecodedText);
  });

  it('has the same text or is refused, whatever its bytes', () => {
    const sequences = [
      'c3a9',
      'e28094',
      'f09f9880',
      'c0af',
      'e08080',
      'eda080',
      'f0808080',
      'f4908080',
      'f5',
      '80',
    ];
    const escapes = ['5c6e', '5c7563326138', '5c75d7', '5c', '5c75', '5c7536', '5c71', '22', '0a', '7f'];
    const bytes = fc.oneof(
      fc.constantFrom(...sequences, ...escapes).map((hex) => Buffer.from(hex, 'hex')),
      fc.uint8Array({ maxLength: 3 }).map((some) => Buffer.from(some)),
    );
    const near = fc.integer({ min: -9, max: 9 });
    const property = fc.property(fc.array(fc.tuple(near, bytes), { maxLength: 3 }), sizes, (parts, size) => {
      const [before, behind] = JSON.stringify(messageOf(`^${long}`)).split('^') as [string, string];
      const inside = parts.map(([at, some]) => Buffer.concat([Buffer.alloc(chunkSize + at, 'x'), some]));
      const body = Buffer.concat([Buffer.from(before), ...inside, Buffer.from(behind)]);
      let expected: unknown = null;
      try {
        expected = JSON.parse(body.toString('utf8'));
      } catch {
        expect(() => decoded(body, size)).toThrow(SyntaxError);
        return;
      }
      expect(plain(decoded(body, size))).toEqual(expected);
    });
    fc.assert(property, inputs(100));
  });

  it('keeps the fields after the text', () => {
    const message = { ...messageOf(long), id: 'é "behind"' };
    const found = decoded(Buffer.from(JSON.stringify(message))) as Message & { id: string };
    expect(found.id).toBe('é "behind"');
    agree(decodedText(found.params.textDocument.text), long);
  });
});

describe('Messages', () => {
  const messages = [
    messageOf('a'),
    messageOf(long),
    messageOf('é\n'),
    messageOf(long.repeat(2)),
    messageOf('b'),
  ];

  it('are separated, however they are split in transit', () => {
    const property = fc.property(sizes, (size) => {
      const bytes = Buffer.concat(messages.map((message) => framed(Buffer.from(JSON.stringify(message)))));
      expect(read(bytes, size).messages.map(plain)).toEqual(messages);
    });
    fc.assert(property, inputs(50));
  });

  it('may have other headers, in any case', () => {
    const body = JSON.stringify(messageOf('a'));
    const type = 'Content-Type: application/vscode-jsonrpc; charset=utf-8';
    const bytes = Buffer.from(`${type}\r\ncontent-length: ${body.length + 1}\r\n\r\n${body}`);
    expect(read(bytes, 7).messages.map(plain)).toEqual([messageOf('a')]);
  });

  it.each([1, 7, 1000])('may have bare line feeds in their headers: %i bytes at once', (size) => {
    const body = JSON.stringify(messageOf('a\n\nb'));
    const bare = `Content-Type: x\nContent-Length: ${body.length + 1}\n\n${body}`;
    const bytes = Buffer.concat([Buffer.from(bare), framed(Buffer.from(body)), Buffer.from(bare)]);
    const { messages: found, errors } = read(bytes, size);
    expect(found.map(plain)).toEqual(Array(3).fill(messageOf('a\n\nb')));
    expect(errors).toEqual([]);
  });

  it.each([5, 1000])(
    'that are not JSON or have no length are errors, and the next one is read: %i bytes at once',
    (size) => {
      const next = framed(Buffer.from(JSON.stringify(messageOf('a'))));
      const wrong = [framed(Buffer.from('{')), Buffer.from('Length: 3\r\n\r\n')];
      const { messages: found, errors } = read(Buffer.concat([...wrong, next]), size);
      expect(found.map(plain)).toEqual([messageOf('a')]);
      expect(errors.map(({ message }) => message)).toEqual([
        expect.stringContaining('JSON'),
        expect.stringContaining('no Content-Length'),
      ]);
    },
  );
});

it('A long pasted text is decoded like an opened document', () => {
  const params = { textDocument: { uri: 'file:///a.json', version: 2 }, contentChanges: [{ text: long }] };
  const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', method: 'textDocument/didChange', params }));
  const message = decoded(body) as {
    params: { contentChanges: [{ text: ReceivedText }] };
  };
  const { text } = message.params.contentChanges[0];
  expect(stringOf(decodedText(text)) === long).toBe(true);
});

describe('Any other message is decoded as a whole', () => {
  const item = { uri: 'file:///a.json', languageId: 'trajectory', version: 1, text: long };
  it.each<[string, object]>([
    ['a short one', { ...messageOf('short') }],
    ['another notification', { method: 'textDocument/didSave', params: { textDocument: item, text: long } }],
    [
      'one whose second change is long',
      { method: 'textDocument/didChange', params: { contentChanges: [{ text: 'x' }, { text: long }] } },
    ],
    [
      'one with another text first',
      {
        method: 'textDocument/didOpen',
        params: { note: { text: long }, textDocument: { ...item, text: '' } },
      },
    ],
    ['one with a long string after its text', { ...messageOf(long), id: long }],
    ['one with its text elsewhere', { method: 'textDocument/didOpen', params: { text: long } }],
    [
      'one with a text under a key that ends in "text"',
      { method: 'textDocument/didOpen', params: { 'a"text': item.text } },
    ],
    ['one with two texts', { method: 'textDocument/didOpen', text: 'first', params: { textDocument: item } }],
  ])('%s', (_, message) => {
    expect(decoded(Buffer.from(JSON.stringify(message)))).toEqual(message);
  });

  it('even if it is not UTF-8', () => {
    const bytes = messageWith(long);
    bytes[bytes.length - 100] = 0xff;
    expect(openedText(bytes)).toContain('\ufffd');
  });

  it.each([
    ['a raw line end', '\n'],
    ['an escape that JSON does not have', '\\q'],
    ['an escape that is cut off', '\\u00'],
  ])('and refused if it is not JSON: %s', (_, part) => {
    const text = JSON.stringify(messageOf(long)).replace('All work', `All ${part} work`);
    expect(() => decoded(Buffer.from(text))).toThrow(SyntaxError);
  });
});

interface Message {
  readonly method: string;
  readonly params: { readonly textDocument: { readonly text: ReceivedText } };
}

function messageOf(text: string): Message {
  const textDocument = { uri: 'file:///é.json', languageId: 'trajectory', version: 7, text };
  return { method: 'textDocument/didOpen', params: { textDocument } };
}

/** The bytes of a message, in which a client may have escaped more than necessary. */
function messageWith(text: string, escaping: (json: string) => string = (json) => json): Buffer {
  return Buffer.from(escaping(JSON.stringify(messageOf(text))));
}

function escapeAll(json: string): string {
  return json.replace(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function openedText(bytes: Buffer, size?: number): ReceivedText {
  return (decoded(bytes, size) as Message).params.textDocument.text;
}

/** A text that was decoded while it arrived. */
function decodedText(text: ReceivedText): Text {
  expect(text).toBeInstanceOf(DecodedText);
  return textOfChunks((text as DecodedText).chunks);
}

/** A message with its text as a string, however it was decoded. */
function plain(message: unknown): unknown {
  const { method, params } = message as Message;
  const { text, ...item } = params.textDocument;
  return {
    method,
    params: {
      textDocument: { ...item, text: typeof text === 'string' ? text : stringOf(decodedText(text)) },
    },
  };
}

/** Decodes a body of one message. */
function decoded(body: Buffer, size = 65_536): unknown {
  const { messages, errors } = read(framed(body), size);
  if (errors[0] !== undefined) throw errors[0];
  expect(messages).toHaveLength(1);
  return messages[0];
}

function framed(body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]);
}

/** The messages and errors read from bytes that arrive in chunks of a size. */
function read(bytes: Buffer, size: number): { messages: unknown[]; errors: Error[] } {
  const input = new PassThrough();
  const messages: unknown[] = [];
  const errors: Error[] = [];
  const reader = new StdioReader(input);
  reader.onError((error) => errors.push(error));
  reader.listen((message) => messages.push(message));
  for (let at = 0; at < bytes.length; at += size) input.emit('data', bytes.subarray(at, at + size));
  return { messages, errors };
}

function agree(text: Text, expected: string): void {
  expect(stringOf(text) === expected).toBe(true);
  const plain = textOf(expected);
  expect(text.lineCount).toBe(plain.lineCount);
  for (let line = 0; line < text.lineCount; line++)
    expect(lineStart(text, line)).toBe(lineStart(plain, line));
}
