import { hostileTexts } from './hostileTexts';
import { open, other } from './responsiveness';
import type { Wire } from './wire';

/** What a client does with a server, one thing after the other. */
export interface Scenario {
  readonly name: string;
  /** Resolves when the server has responded to everything. `size` is about the number of code units to send. */
  run(wire: Wire, size: number): Promise<unknown>;
}

const uri = 'file:///folder/scenario.trajectory.json';
const textDocument = { uri };
const start = { line: 0, character: 0 };
const options = { tabSize: 2, insertSpaces: true };

function made(name: string, size: number): string {
  const text = hostileTexts.find((one) => one.name === name);
  if (text === undefined) throw new Error(`There is no hostile text '${name}'.`);
  return text.make(size);
}

/** Opens a text, and waits for its problems. */
async function opened(wire: Wire, text: string, languageId = 'trajectory'): Promise<void> {
  open(wire, uri, text, languageId);
  await wire.diagnosed(uri, 1);
}

function change(wire: Wire, version: number, contentChanges: readonly object[]): void {
  wire.notify('textDocument/didChange', { textDocument: { uri, version }, contentChanges });
}

const insertion = (character: number, text: string): object => ({
  range: { start: { line: 0, character }, end: { line: 0, character } },
  text,
});

function times<Result>(count: number, make: (i: number) => Result): Result[] {
  return Array.from({ length: Math.max(1, Math.floor(count)) }, (_, i) => make(i));
}

const find = (wire: Wire, text: string, isExpression: boolean): Promise<unknown> =>
  wire.ask('trajectory/find', {
    uri,
    query: { text, isExpression, isCaseSensitive: false },
    role: null,
    from: { trajectory: 0, message: 0, text: 0, offset: 0 },
    to: 1,
    room: 500,
  });

const inContent = (content: string): string =>
  `{"split": "a", "trajectory_groups": [{"trajectories": [{"messages_and_choices": [{"role": "user", "content": "${content}"}]}]}]}`;

const finding: readonly Scenario[] = [
  ['an expression that goes back and forth', '(a+)+$', true],
  ['an expression that matches nothing everywhere', 'x*', true],
  ['an expression of many alternatives', times(1000, (i) => `a{${i}}b`).join('|'), true],
  ['a letter that is everywhere', 'a', false],
].map(([name, text, isExpression]) => ({
  name: `finding ${name}`,
  run: async (wire, size) => {
    await opened(wire, inContent('a'.repeat(size)));
    await find(wire, text as string, isExpression as boolean);
  },
}));

const edits: readonly Scenario[] = [
  {
    name: 'ten thousand changes in one message, last place first',
    async run(wire, size) {
      await opened(wire, `[${'1,'.repeat(size / 2)}1]`);
      const count = Math.min(10_000, size / 10);
      change(
        wire,
        2,
        times(count, (i) => insertion(1 + 2 * (count - i), '2,')),
      );
      await wire.diagnosed(uri, 2);
    },
  },
  {
    name: 'a hundred thousand changes of one place in one message',
    async run(wire, size) {
      await opened(wire, made('trajectories', size));
      change(
        wire,
        2,
        times(size / 50, (i) => insertion(1, i % 2 === 0 ? ' ' : '"')),
      );
      await wire.diagnosed(uri, 2);
    },
  },
  {
    name: 'a thousand edits, at both ends in turn',
    async run(wire, size) {
      const text = made('trajectories', size);
      await opened(wire, text);
      const count = Math.min(1000, size / 100);
      for (let i = 0; i < count; i++)
        change(wire, i + 2, [insertion(i % 2 === 0 ? 0 : text.length, i % 4 < 2 ? ' ' : '[')]);
      await wire.diagnosed(uri, count + 1);
    },
  },
  {
    name: 'a document that is emptied and filled again twenty times',
    async run(wire, size) {
      const text = made('trajectories', size);
      await opened(wire, text);
      for (let i = 0; i < 20; i++) change(wire, i + 2, [{ text: i % 2 === 0 ? '' : text }]);
      await wire.diagnosed(uri, 21);
    },
  },
  {
    name: 'the collection of tiny groups after an edit in their middle',
    async run(wire, size) {
      const text = made('tiny groups', size);
      await opened(wire, text);
      const first = await wire.ask('trajectory/collection', { uri, since: null });
      const state = (first.body?.result as { state?: number } | null | undefined)?.state ?? 1;
      change(wire, 2, [insertion(text.indexOf('{"traj', text.length / 2), '{"trajectories":[]},')]);
      await wire.ask('trajectory/collection', { uri, since: state });
      await wire.diagnosed(uri, 2);
    },
  },
];

const floods: readonly Scenario[] = [
  {
    name: 'ten thousand requests that are all cancelled',
    async run(wire, size) {
      await opened(wire, made('names in descending order', size));
      const answers = times(Math.min(10_000, size / 20), (i) => {
        const { id, answer } = wire.request(i % 2 === 0 ? 'textDocument/formatting' : 'trajectory/sortKeys', {
          textDocument,
          uri,
          version: 1,
          options,
        });
        wire.notify('$/cancelRequest', { id });
        return answer;
      });
      await Promise.all(answers);
    },
  },
  {
    name: 'cancellations of requests that there are not',
    async run(wire, size) {
      for (let id = 1e6; id < 1e6 + Math.min(100_000, size / 10); id++)
        wire.notify('$/cancelRequest', { id });
      await wire.ask('trajectory/describe', { uri: other.uri });
    },
  },
  {
    name: 'a thousand completions among very many names',
    async run(wire, size) {
      const text = made('names', size);
      await opened(wire, text);
      await Promise.all(
        times(Math.min(1000, size / 20), (i) =>
          wire.ask('textDocument/completion', {
            textDocument,
            position: { line: 0, character: 2 + ((i * 7919) % (text.length - 2)) },
          }),
        ),
      );
    },
  },
  {
    name: 'ten thousand hovers at once',
    async run(wire, size) {
      const text = made('trajectories', size);
      await opened(wire, text);
      const position = { line: 0, character: text.length >> 1 };
      await Promise.all(
        times(Math.min(10_000, size / 20), () => wire.ask('textDocument/hover', { textDocument, position })),
      );
    },
  },
  {
    name: 'two hundred documents opened at once, and closed',
    async run(wire, size) {
      const text = made('misspelt names in a trajectory', size / 200);
      const uris = times(200, (i) => `file:///folder/many-${i}.trajectory.json`);
      for (const one of uris) open(wire, one, text);
      await Promise.all(uris.map((one) => wire.diagnosed(one, 1)));
      for (const one of uris) wire.notify('textDocument/didClose', { textDocument: { uri: one } });
      await wire.ask('trajectory/describe', { uri: other.uri });
    },
  },
  {
    name: 'a document opened and closed fifty times during its analysis',
    async run(wire, size) {
      const text = made('brackets crosswise', size);
      for (let i = 0; i < 50; i++) {
        open(wire, uri, text.slice(0, size / 10));
        wire.notify('textDocument/didClose', { textDocument });
      }
      await opened(wire, text);
    },
  },
  {
    name: 'a thousand changes of settings during an analysis',
    async run(wire, size) {
      open(wire, uri, made('results without calls', size));
      for (let i = 0; i < 1000; i++) {
        const settings = { trajectory: { hints: i % 2 === 0, codeLens: i % 3 === 0 } };
        wire.notify('workspace/didChangeConfiguration', { settings });
      }
      await wire.diagnosed(uri, 1);
    },
  },
  {
    name: 'notifications of unknown methods',
    async run(wire, size) {
      for (const i of times(size / 100, (one) => one)) wire.notify(`no/such${i % 10}`, { i });
      await wire.ask('trajectory/describe', { uri: other.uri });
    },
  },
];

const long = { text: 'x'.repeat(1000) };

const parameters: readonly Scenario[] = [
  {
    name: 'selection ranges at ten thousand places in a deep nest',
    async run(wire, size) {
      const text = `${'['.repeat(5000)}${'1,'.repeat(Math.max(1, size / 2))}1${']'.repeat(5000)}`;
      await opened(wire, text);
      const positions = times(Math.min(10_000, size / 10), (i) => ({ line: 0, character: 5000 + 2 * i }));
      await wire.ask('textDocument/selectionRange', { textDocument, positions });
    },
  },
  {
    name: 'typing a bracket at the end of a deep nest of lines',
    async run(wire, size) {
      const text = made('a nest with a line for each bracket', size);
      await opened(wire, text);
      const line = text.split('\n').length - 1;
      for (const ch of [']', '\n'])
        await wire.ask('textDocument/onTypeFormatting', {
          textDocument,
          position: { line: line - 5000, character: 1 },
          ch,
          options,
        });
    },
  },
  {
    name: 'code actions for ten thousand problems of the client',
    async run(wire, size) {
      const text = made('misspelt names in a trajectory', size);
      await opened(wire, text);
      const range = { start, end: { line: 0, character: text.length } };
      const diagnostics = times(size / 200, (i) => ({ range, code: 'unknown-property', message: `m${i}` }));
      await wire.ask('textDocument/codeAction', { textDocument, range, context: { diagnostics } });
    },
  },
  {
    name: 'paths of ten thousand segments',
    async run(wire, size) {
      await opened(wire, made('a nest of objects', size));
      const paths = times(Math.min(1000, size / 100), (i) => times(10_000, (k) => (k < i ? 'a' : 0)));
      await wire.ask('trajectory/locate', {
        uri,
        version: 1,
        paths: paths.slice(0, Math.max(1, size / 20_000)),
      });
    },
  },
  {
    name: 'the same id mentioned everywhere',
    async run(wire, size) {
      await opened(wire, made('mentions of one id', size));
      const character = made('mentions of one id', size).indexOf('"id":"a"') + 6;
      const at = { textDocument, position: { line: 0, character }, context: { includeDeclaration: true } };
      for (const method of ['references', 'documentHighlight', 'definition'])
        await wire.ask(`textDocument/${method}`, at);
    },
  },
  {
    name: 'recent model ids that are very many and long',
    async run(wire, size) {
      wire.notify('trajectory/recentModelIds', { modelIds: times(size / 1000, (i) => `${i}${long.text}`) });
      await opened(wire, '{"model_id": "x", "experimental_config": {}}');
      const position = { line: 0, character: 15 };
      await wire.ask('textDocument/completion', { textDocument, position });
      const context = { diagnostics: [] };
      await wire.ask('textDocument/codeAction', {
        textDocument,
        range: { start: position, end: position },
        context,
      });
    },
  },
  {
    name: 'groups that are wanted a million times',
    async run(wire, size) {
      await opened(wire, made('tiny groups', size));
      const numbers = Int32Array.from({ length: size / 5 }, (_, i) => (i * 7919) % 1000);
      const groups = Buffer.from(numbers.buffer).toString('base64');
      await wire.ask('trajectory/groupLines', { uri, version: 1, groups });
    },
  },
  {
    name: 'expanding and joining a line of the whole size',
    async run(wire, size) {
      const text = made('one long line of lines', size);
      await opened(wire, text, 'trajectory-jsonl');
      await wire.ask('trajectory/expandLine', { uri, version: 1, line: 0 });
      await wire.ask('trajectory/joinLines', { text, like: text });
    },
  },
  {
    name: 'a document whose address is long',
    async run(wire, size) {
      const address = `file:///${'a%20/'.repeat(size / 50)}b?${'#'.repeat(size / 10)}.trajectory.json`;
      open(wire, address, '{}');
      await wire.diagnosed(address, 1);
    },
  },
];

const views: readonly Scenario[] = [
  ...[
    'trajectories that have their messages in another order',
    'four long trajectories of equal messages',
  ].map(
    (name): Scenario => ({
      name: `comparing ${name}`,
      async run(wire, size) {
        await opened(wire, made(name, size));
        await wire.ask('trajectory/compare', { uri, trajectories: [0, 1, 2, 3] });
      },
    }),
  ),
  {
    name: 'exporting a text of one string',
    async run(wire, size) {
      await opened(wire, inContent('word `*_#<script> '.repeat(size / 18)));
      for (const of of [
        { what: 'page', title: 'a' },
        { what: 'message', trajectory: 0, message: 0 },
      ])
        await wire.ask('trajectory/export', { uri, of, from: null });
    },
  },
  {
    name: 'slices of a long text, one after the other',
    async run(wire, size) {
      await opened(wire, inContent('\\u0041\\n'.repeat(size / 8)));
      const slice = Math.max(1000, size / 50);
      for (let from = 0; from < size / 4; from += slice) {
        const path = ['messages_and_choices', 0, 'content'];
        const asked = { uri, version: 1, trajectory: 0, path, form: 'text', from, to: from + slice };
        await wire.ask('trajectory/text', asked);
      }
    },
  },
  {
    name: 'a million messages in one page',
    async run(wire, size) {
      await opened(wire, made('distinct messages', size));
      await wire.ask('trajectory/conversation', { uri, trajectory: 0, from: 0, count: 1_000_000 });
    },
  },
];

export const scenarios: readonly Scenario[] = [...finding, ...edits, ...floods, ...parameters, ...views];
