import { describe, expect, it } from 'vitest';
import { positionAt, textOf } from '../../../server/core/text/text';
import { useServer } from '../client';

const server = useServer();
const uri = 'file:///folder/labels.trajectory.json';

/** A name that ends early in a list, hides a part of itself, and is written backwards. */
const trap = 'a\nb\tc\u202ed\u0007\u{e0041}';
const shown = 'a\\nb\\tc\\u202ed\\u0007\\u{e0041}';
/** A name with parts that cannot be seen. */
const blank = 'x\u2028y\u00adz\u3164';
const shownBlank = 'x\\u2028y\\u00adz\\u3164';
const call = { id: trap, function: { name: trap, arguments: '{}' } };
const trajectory = {
  messages_and_choices: [
    { role: trap, content: '' },
    { role: 'user', content: trap },
    { role: 'assistant', content: null, tool_calls: [call, call] },
    { role: 'tool', tool_call_id: `${trap}x`, content: 'x' },
  ],
  tools: [{ function: { name: trap, parameters: { type: trap } } }],
  metadata: { [trap]: 1, [blank]: 1, task_id: trap },
  reward: trap,
  [trap]: { [trap]: 1 },
};
const again = JSON.stringify(trap);
const group = `{"trajectories": [${JSON.stringify(trajectory)}, {${again}: {}, ${again}: 1, "": 1}]}`;
const text = `{"split": "s", "trajectory_groups": [\n${group},\n${group}]}`;

const inDocument = { textDocument: { uri } };
const start = { line: 0, character: 0 };
const end = positionAt(textOf(text), text.length);

/** Where a position is needed: in the first of each of these. */
const places = ['"role"', '"name"', '"tool_call_id"', '"metadata"', again, '""'].map((part) =>
  positionAt(textOf(text), text.indexOf(part) + 1),
);
const placed = (method: string) =>
  places.map(
    (position) => [method, { ...inDocument, position, context: { includeDeclaration: true } }] as const,
  );

/** Requests whose responses contain labels or messages. */
const requests: readonly (readonly [method: string, params: object])[] = [
  ['textDocument/documentSymbol', inDocument],
  ['textDocument/codeLens', inDocument],
  ['textDocument/foldingRange', inDocument],
  ['textDocument/codeAction', { ...inDocument, range: { start, end }, context: { diagnostics: [] } }],
  ...placed('textDocument/hover'),
  ...placed('textDocument/completion'),
];

/** Properties that editors show on one line. */
const labels = new Set(['name', 'detail', 'title', 'label', 'message', 'collapsedText']);
/** Properties that editors show on several lines. */
const documents = new Set(['value', 'contents', 'documentation']);

/** The texts in a response that an editor shows. */
function* shownIn(
  response: unknown,
  key = '',
): Generator<{ readonly text: string; readonly isLabel: boolean }> {
  if (typeof response === 'string' && labels.has(key)) yield { text: response, isLabel: true };
  else if (typeof response === 'string' && documents.has(key)) yield { text: response, isLabel: false };
  else if (typeof response === 'object' && response !== null) {
    for (const [name, value] of Object.entries(response))
      yield* shownIn(value, Array.isArray(response) ? key : name);
  }
}

describe('Names, labels and values with line breaks, invisible characters and those that change the direction', () => {
  it('are escaped wherever an editor shows them', async () => {
    const capabilities = {
      textDocument: {
        documentSymbol: { hierarchicalDocumentSymbolSupport: true },
        codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } },
        publishDiagnostics: { relatedInformation: true },
      },
    };
    const client = await server.start({ capabilities, initializationOptions: { commandLenses: true } });
    await client.open(uri, text);
    await client.settled(uri);
    const responses: unknown[] = [client.published(uri)];
    for (const [method, params] of requests)
      responses.push(await client.connection.sendRequest(method, params));
    const all = responses.flatMap((response) => [...shownIn(response)]);
    const bad = (isLabel: boolean) =>
      isLabel
        ? /[\p{Cc}\u202e\u{e0041}\u2028\u00ad\u3164]/u
        : /[^\P{Cc}\n\t]|[\u202e\u{e0041}\u2028\u00ad\u3164]/u;
    expect(all.filter(({ text, isLabel }) => bad(isLabel).test(text))).toEqual([]);
    // Names that differ only in such a character look different.
    const outline = JSON.stringify(responses[1]);
    expect(outline).toContain(JSON.stringify(shown));
    for (const said of [`task_id ${shown}`, `calls ${shown}`])
      expect(outline).toContain(JSON.stringify(said).slice(1, -1));
    for (const response of responses.slice(0, 2)) expect(JSON.stringify(response)).toContain('\\\\u202e');
    // Also in a hover, where they are not values with lines of their own.
    for (const [name, said] of [
      [`${again}:1`, shown],
      [`"${blank}"`, shownBlank],
    ] as const) {
      const position = positionAt(textOf(text), text.indexOf(name) + 1);
      const hover = await client.connection.sendRequest('textDocument/hover', { ...inDocument, position });
      expect(JSON.stringify(hover)).toContain(JSON.stringify(`${said}\nNot documented`).slice(1, -1));
    }
    expect(client.errors).toEqual([]);
    expect(await client.end()).toBe(0);
  });
});
