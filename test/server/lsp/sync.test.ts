import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TextDocumentContentChangeEvent } from 'vscode-languageserver-protocol/node';
import { describeRequest, locateRequest } from '../../../server/protocol';
import { inputs } from '../../budget';
import { type Client, useServer } from '../client';
import { text as anyText, edits, placed } from '../core/arbitrary';

const server = useServer();
let client: Client;
beforeAll(async () => {
  client = await server.start();
});

let documents = 0;
const newUri = () => `file:///folder/document-${++documents}.trajectory.json`;
const request = '{\n  "split": "train",\n  "trajectory_groups": [{"trajectories": [{"reward": "0.5"}]}]\n}';
/** Published versions in order, each with its problem codes. */
const codes = (uri: string) =>
  client.published(uri).map(({ version, diagnostics }) => [version, diagnostics.map(({ code }) => code)]);

const messages = async (uri: string, version: number) =>
  (await client.diagnostics(uri, version)).diagnostics.map(({ message }) => message).join('\n');

describe('Diagnostics', () => {
  it('are published once for each version', async () => {
    const uri = newUri();
    await client.open(uri, request);
    await client.diagnostics(uri, 1);
    await client.change(uri, 2, [insert(2, 53, ' ')]);
    await client.diagnostics(uri, 2);
    await client.change(uri, 3, [{ text: '{"split": "s", "trajectory_groups": [{"trajectories": [{}]}]}' }]);
    await client.diagnostics(uri, 3);
    await client.settled(uri);
    expect(codes(uri)).toEqual([
      [1, ['wrong-type']],
      [2, ['wrong-type']],
      [3, []],
    ]);
  });

  it('are never published twice or out of order, and always for the last version', async () => {
    const uri = newUri();
    await client.open(uri, request);
    for (let version = 2; version <= 60; version++) await client.change(uri, version, [insert(0, 1, ' ')]);
    await client.diagnostics(uri, 60);
    await client.settled(uri);
    const versions = client.published(uri).map(({ version }) => version!);
    expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
  });

  it('are cleared when the document is closed', async () => {
    const uri = newUri();
    await client.open(uri, request);
    await client.diagnostics(uri, 1);
    await client.close(uri);
    await client.settled(uri);
    expect(client.published(uri).at(-1)).toEqual({ uri, diagnostics: [] });
    expect(client.published(uri)).toHaveLength(2);
  });
});

describe('Document synchronization', () => {
  it('applies each change of a notification to the result of the previous one', async () => {
    await expectSame(
      '{"split": 1}',
      [[insert(0, 11, '}'), replace([0, 11, 0, 12], ', "trajectory_groups": []'), insert(0, 10, '0\n')]],
      '{"split": 0\n1, "trajectory_groups": []}',
    );
  });

  it('replaces the whole text for a change without a range, even between other changes', async () => {
    await expectSame(
      '{"split": tru}',
      [[insert(0, 0, 'x'), { text: '{"split": 2\r\n}' }, insert(1, 0, ', "x": [')]],
      '{"split": 2\r\n, "x": [}',
    );
  });

  it('treats a position past the end of a line as the end of the line', async () => {
    await expectSame(
      '{"split":\r\n1}',
      [[insert(0, 1000, ' null'), insert(0, 2 ** 31 - 1, ' 0')]],
      '{"split": null 0\r\n1}',
    );
  });

  it('treats a line past the last line as the end of the text', async () => {
    await expectSame('{"split": 1', [[insert(7, 3, '}'), insert(2 ** 31 - 1, 0, ' 2')]], '{"split": 1} 2');
  });

  it('swaps the ends of a reversed range', async () => {
    await expectSame('{"split": "abc"}', [[replace([0, 14, 0, 11], 'x')]], '{"split": "x"}');
  });

  it('accepts skipped version numbers', async () => {
    const uri = newUri();
    await client.open(uri, '{"split": 1}', { version: 7 });
    await client.change(uri, 8, [insert(0, 11, '2')]);
    await client.change(uri, 1000, [insert(0, 12, '3')]);
    expect(await messages(uri, 1000)).toContain('the number 123');
  });

  it('logs and ignores a repeated or late notification', async () => {
    const uri = newUri();
    await client.open(uri, '{"split": 1}');
    await client.change(uri, 2, [insert(0, 11, '2')]);
    await client.change(uri, 2, [insert(0, 11, '2')]);
    await client.change(uri, 1, [insert(0, 11, '9')]);
    await client.change(uri, 3, [insert(0, 12, '3')]);
    expect(await messages(uri, 3)).toContain('the number 123');
    expect(client.errors.filter((message) => message.includes(uri))).toEqual([
      `A change to version 2 of ${uri} was not applied: version 2 has already been received.`,
      `A change to version 1 of ${uri} was not applied: version 2 has already been received.`,
    ]);
    expect(client.published(uri).map(({ version }) => version)).not.toContain(undefined);
  });

  it('logs a change of a document that is not open', async () => {
    const uri = newUri();
    await client.change(uri, 2, [insert(0, 0, '{')]);
    await client.settled(uri);
    expect(client.errors.at(-1)).toBe(`A change to version 2 of ${uri} was not applied: it is not open.`);
    expect(client.published(uri)).toEqual([]);
  });

  it('starts over when a document is opened again', async () => {
    const uri = newUri();
    await client.open(uri, request, { version: 5 });
    await client.open(uri, '{"split": 4}', { version: 1 });
    await client.change(uri, 2, [insert(0, 10, '1')]);
    expect(await messages(uri, 2)).toContain('the number 14');
  });

  it('gives the same text as in the client after any changes', async () => {
    const notifications = fc.array(edits, { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(anyText, notifications, async (start, relative) => {
        let expected = start;
        const changes = relative.map((group) =>
          group.map((edit) => {
            const { from, to, insert } = placed(edit, expected.length);
            const change = {
              range: { start: positionOf(expected, from), end: positionOf(expected, to) },
              text: insert,
            };
            expected = applied(expected, change);
            return change;
          }),
        );
        await expectSame(start, changes, expected);
      }),
      inputs(40),
    );
  });
});

/** Applies notifications to a text; asserts that its diagnostics equal those of the expected text. */
async function expectSame(
  start: string,
  notifications: readonly TextDocumentContentChangeEvent[][],
  expected: string,
): Promise<void> {
  const [changed, fresh] = [newUri(), newUri()];
  const last = notifications.length + 1;
  await client.open(changed, start);
  for (const [i, changes] of notifications.entries()) await client.change(changed, i + 2, changes);
  await client.open(fresh, expected, { version: last });
  const told = JSON.stringify((await client.diagnostics(changed, last)).diagnostics).replaceAll(
    changed,
    fresh,
  );
  expect(JSON.parse(told)).toEqual((await client.diagnostics(fresh, last)).diagnostics);
  expect(await client.ask(describeRequest, { uri: changed })).toEqual(
    await client.ask(describeRequest, { uri: fresh }),
  );
  const everywhere = {
    version: last,
    paths: [['trajectory_groups'], ['split'], [0], [1], [2], ['no such key']],
  };
  expect(await client.ask(locateRequest, { uri: changed, ...everywhere })).toEqual(
    await client.ask(locateRequest, { uri: fresh, ...everywhere }),
  );
  await client.close(changed);
  await client.close(fresh);
}

type Change = Extract<TextDocumentContentChangeEvent, { range: unknown }>;

function insert(line: number, character: number, text: string): Change {
  return replace([line, character, line, character], text);
}

function replace(
  at: [line: number, character: number, toLine: number, toCharacter: number],
  text: string,
): Change {
  const [line, character, toLine, toCharacter] = at;
  return { range: { start: { line, character }, end: { line: toLine, character: toCharacter } }, text };
}

function linesOf(text: string): { readonly from: number; readonly to: number }[] {
  const ends = [...text.matchAll(/\r\n|\r|\n/g)].map(
    (match) => [match.index, match.index + match[0].length] as const,
  );
  const starts = [0, ...ends.map(([, behind]) => behind)];
  return starts.map((from, i) => ({ from, to: ends[i]?.[0] ?? text.length }));
}

function positionOf(text: string, offset: number): { line: number; character: number } {
  const lines = linesOf(text);
  const line = lines.findLastIndex(({ from }) => from <= offset);
  return { line, character: offset - lines[line]!.from };
}

/** Applies a change as LSP defines it, on a plain string: a character past the end of its line means the line's end. */
function applied(text: string, { range, text: insert }: Change): string {
  const lines = linesOf(text);
  const [from, to] = [range.start, range.end].map(({ line, character }) =>
    Math.min(lines[line]!.from + character, lines[line]!.to),
  ) as [number, number];
  return text.slice(0, from) + insert + text.slice(to);
}
