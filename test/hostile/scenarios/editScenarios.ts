import { open, other } from '../responsiveness';
import {
  change,
  insertion,
  made,
  opened,
  options,
  type Scenario,
  textDocument,
  times,
  uri,
} from './scenario';

/** Edits of one document, in unusual numbers and at unusual places. */
export const edits: readonly Scenario[] = [
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

/** Very many messages at once. */
export const floods: readonly Scenario[] = [
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
