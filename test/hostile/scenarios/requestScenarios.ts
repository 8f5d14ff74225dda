import { open } from '../responsiveness';
import { made, opened, options, type Scenario, start, textDocument, times, uri } from './scenario';

const long = { text: 'x'.repeat(1000) };

/** Requests with unusual parameters. */
export const parameters: readonly Scenario[] = [
  ...[
    { where: 'inside of a deep nest', head: '[', isInside: true },
    { where: 'at all levels of a deep nest', head: '[1,{},', isInside: false },
  ].map(
    ({ where, head, isInside }): Scenario => ({
      name: `selection ranges at ten thousand places ${where}`,
      async run(wire, size) {
        const levels = Math.min(9990, size / 100);
        const items = '1,'.repeat(isInside ? size / 2 : 1);
        await opened(wire, `${head.repeat(levels)}${items}1${']'.repeat(levels)}`);
        const count = Math.min(10_000, size / 10);
        const first = isInside ? levels : 0;
        // From both ends in turn.
        const positions = times(count, (i) => ({
          line: 0,
          character: first + 2 * (i % 2 === 0 ? i : count - i),
        }));
        await wire.ask('textDocument/selectionRange', { textDocument, positions });
      },
    }),
  ),
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
    name: 'requests with very many members that nobody asked for',
    async run(wire, size) {
      await opened(wire, '{"split": "a"}');
      const list = times(size / 5, () => ({}));
      const named = Object.fromEntries(times(size / 20, (i) => [`k${i}`, i]));
      for (const more of [list, { a: { b: { c: list } } }, named])
        await wire.ask('textDocument/hover', { textDocument, position: start, more });
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
      const address = `file:///${'a%20/'.repeat(size / 50)}b?${'#'.repeat(size / 20)}.trajectory.json`;
      open(wire, address, '{}');
      await wire.diagnosed(address, 1);
    },
  },
];
