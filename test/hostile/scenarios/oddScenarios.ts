import { open, other } from '../responsiveness';
import type { Answer, Wire } from '../wire';
import { made, opened, options, type Scenario, start, textDocument, times, uri } from './scenario';

/** The largest number that the server takes for a position or an index. */
const largest = Number.MAX_SAFE_INTEGER;
const farAway = { line: largest, character: largest };

/** A scenario of requests about one text, one after the other. */
function asking(
  name: string,
  text: (size: number) => string,
  requests: (size: number) => readonly (readonly [method: string, params: object])[],
): Scenario {
  return {
    name,
    async run(wire, size) {
      await opened(wire, text(size));
      for (const [method, params] of requests(size)) await asked(wire, method, params);
    },
  };
}

function asked(wire: Wire, method: string, params: object): Promise<Answer> {
  return wire.ask(method, { textDocument, uri, version: 1, ...params });
}

const find = (query: object): object => ({
  query: { text: 'a', isExpression: false, isCaseSensitive: true, ...query },
  role: null,
  from: { trajectory: 0, message: 0, text: 0, offset: 0 },
  to: largest,
  room: largest,
});
const trajectories = (size: number): string => made('trajectories', size);
const everything = { start, end: farAway };

/** Parameters at the edges of what the server takes. */
export const odd: readonly Scenario[] = [
  asking('finding nothing, in every way', trajectories, () => [
    ['trajectory/find', find({ text: '' })],
    ['trajectory/find', find({ text: '', isCaseSensitive: false })],
    ['trajectory/find', find({ text: '', isExpression: true })],
    ['trajectory/find', find({ text: '|', isExpression: true })],
  ]),
  asking('positions and indexes as large as can be', trajectories, () => [
    ...['hover', 'completion', 'definition', 'documentHighlight'].map(
      (method) => [`textDocument/${method}`, { position: farAway }] as const,
    ),
    ['textDocument/references', { position: farAway, context: { includeDeclaration: true } }],
    ['textDocument/rangeFormatting', { range: everything, options }],
    ['trajectory/conversation', { trajectory: 0, from: largest, count: largest }],
    ['trajectory/conversation', { trajectory: largest, from: 0, count: largest }],
    ['trajectory/expandLine', { line: largest }],
    ['trajectory/place', { trajectory: { group: largest, member: largest }, message: largest }],
    ['trajectory/text', { trajectory: 0, path: [], form: 'laid-out', from: 0, to: largest }],
    ['trajectory/text', { trajectory: 0, path: [], form: 'no such form', from: largest, to: largest }],
    ['trajectory/at', { position: farAway }],
  ]),
  asking('indentation of a thousand million blanks', trajectories, () =>
    [1e9, -1e9, 0.5, 'x', null].flatMap((tabSize) => [
      ['textDocument/formatting', { options: { tabSize, insertSpaces: true } }],
      [
        'textDocument/onTypeFormatting',
        { options: { tabSize, insertSpaces: true }, ch: '\n', position: { line: 0, character: 5000 } },
      ],
    ]),
  ),
  asking(
    'code actions of very many kinds',
    () => '{"trajectory_groups": [}',
    (size) => [
      [
        'textDocument/codeAction',
        { range: everything, context: { diagnostics: [], only: times(size / 10, (i) => `kind.${i}`) } },
      ],
    ],
  ),
  asking('actions that the server has not offered', trajectories, () =>
    [
      { type: 'fix', code: 'syntax', from: largest, to: -1, title: 'x' },
      { type: 'fix', code: 'equal-rewards', from: 0, to: 1, title: 'x' },
      { type: 'fix-all', code: 'no such code' },
      { type: 'rewrite', rewrite: 'no such rewrite' },
      { type: 'extract', file: 'file:///folder/x.json', at: largest, isMove: true },
      { type: 'no such type' },
    ].map((action) => ['codeAction/resolve', { title: 'x', data: { uri, version: 1, action } }] as const),
  ),
  asking(
    'a lens that holds a whole text',
    () => '{}',
    (size) => [
      [
        'codeLens/resolve',
        { range: { start, end: start }, data: { title: 'x', numbers: times(size / 3, (i) => i % 10) } },
      ],
      ['completionItem/resolve', { label: 'x', data: { of: times(size / 3, () => ({})) } }],
    ],
  ),
  asking('very many paths', trajectories, (size) => [
    [
      'trajectory/locate',
      {
        paths: times(Math.min(10_000, size / 50), (i) => [
          'trajectory_groups',
          0,
          'trajectories',
          i,
          'reward',
        ]),
      },
    ],
    ['trajectory/locate', { paths: [times(size / 5, (i) => i % 10)] }],
  ]),
  asking('comparing very many trajectories', trajectories, (size) => [
    ['trajectory/compare', { trajectories: times(size / 10, (i) => i % 7) }],
    [
      'trajectory/export',
      { of: { what: 'comparison', trajectories: times(size / 10, (i) => i % 7) }, from: null },
    ],
  ]),
  asking(
    'a path in a deep nest',
    (size) => `${'{"a":'.repeat(Math.min(9990, size / 10))}1${'}'.repeat(Math.min(9990, size / 10))}`,
    (size) =>
      times(20, (i) => ({ line: 0, character: Math.min(9990, size / 10) * 5 - i })).flatMap((position) => [
        ['trajectory/path', { position, format: 'pointer' }],
        ['trajectory/at', { position }],
        ['textDocument/hover', { position }],
      ]),
  ),
  asking(
    'one message with very many calls',
    (size) =>
      `{"trajectory_groups":[{"trajectories":[{"messages_and_choices":[{"role":"assistant","tool_calls":[${'{},'.repeat(size / 3)}{}]}],"reward":1}]}]}`,
    () => [
      ['trajectory/collection', { since: null }],
      ['trajectory/conversation', { trajectory: 0, from: 0, count: 10 }],
      ['trajectory/compare', { trajectories: [0, 0] }],
      ['trajectory/find', find({})],
      ['trajectory/export', { of: { what: 'conversation', trajectory: 0 }, from: null }],
      ['textDocument/documentSymbol', {}],
    ],
  ),
  asking(
    'one message with very many parts',
    (size) =>
      `{"trajectory_groups":[{"trajectories":[{"messages_and_choices":[{"role":"user","content":[${'{"type":"text","text":"a"},'.repeat(size / 26)}1]}],"reward":1}]}]}`,
    () => [
      ['trajectory/collection', { since: null }],
      ['trajectory/conversation', { trajectory: 0, from: 0, count: 10 }],
      ['trajectory/compare', { trajectories: [0, 0] }],
      ['trajectory/find', find({ text: 'a', isExpression: true })],
      ['trajectory/export', { of: { what: 'conversation', trajectory: 0 }, from: null }],
      ['textDocument/codeLens', {}],
    ],
  ),
  {
    name: 'a trace of everything, and a long text',
    async run(wire, size) {
      wire.notify('$/setTrace', { value: 'verbose' });
      await opened(wire, trajectories(size));
      await asked(wire, 'textDocument/formatting', { options });
    },
  },
  {
    name: 'ten thousand documents of one character',
    async run(wire, size) {
      const uris = times(Math.min(10_000, size / 100), (i) => `file:///folder/small-${i}.trajectory.json`);
      for (const one of uris) open(wire, one, '[');
      await Promise.all(uris.map((one) => wire.diagnosed(one, 1)));
    },
  },
  {
    name: 'requests of every kind about a document that is edited all the time',
    async run(wire, size) {
      const text = trajectories(size);
      await opened(wire, text);
      const position = { line: 0, character: text.length >> 1 };
      const asking: Promise<Answer>[] = [];
      const count = 200;
      for (let version = 2; version <= count; version++) {
        const range = { start: position, end: position };
        wire.notify('textDocument/didChange', {
          textDocument: { uri, version },
          contentChanges: [{ range, text: version % 2 === 0 ? '"' : ' ' }],
        });
        for (const method of ['documentSymbol', 'foldingRange', 'codeLens'])
          asking.push(asked(wire, `textDocument/${method}`, {}));
        asking.push(asked(wire, 'textDocument/completion', { position }));
        asking.push(asked(wire, 'trajectory/collection', { since: null }));
      }
      await Promise.all([...asking, wire.diagnosed(uri, count)]);
    },
  },
  {
    name: 'very many short documents that are each asked about',
    async run(wire, size) {
      const uris = times(Math.min(1000, size / 200), (i) => `file:///folder/asked-${i}.trajectory.json`);
      for (const one of uris) open(wire, one, other.text);
      await Promise.all(
        uris.flatMap((one) =>
          ['documentSymbol', 'foldingRange', 'codeLens', 'formatting'].map((method) =>
            wire.ask(`textDocument/${method}`, { textDocument: { uri: one }, options }),
          ),
        ),
      );
    },
  },
];
