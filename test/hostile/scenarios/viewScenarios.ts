import type { Wire } from '../wire';
import { made, opened, type Scenario, times, uri } from './scenario';

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

/** Searches of one long text. */
export const finding: readonly Scenario[] = [
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

/** What the view requests of documents that are one large thing. */
export const views: readonly Scenario[] = [
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
