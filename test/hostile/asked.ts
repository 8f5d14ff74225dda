import type { Answer, Wire } from './wire';

/** A request about a document. */
export interface Asked {
  readonly name: string;
  /** Whether the response depends on a position. */
  readonly isPlaced: boolean;
  ask(wire: Wire, target: Target): Promise<Answer>;
}

export interface Position {
  readonly line: number;
  readonly character: number;
}

/** A document, and a position in it. */
export interface Target {
  readonly uri: string;
  readonly version: number;
  readonly text: string;
  readonly place: Position;
  /** The end of the text. */
  readonly end: Position;
}

const options = { tabSize: 2, insertSpaces: true };
const start: Position = { line: 0, character: 0 };

function simple(method: string, params: (target: Target) => object, isPlaced: boolean): Asked {
  const name = method.replace(/^(textDocument|trajectory)\//, '');
  return {
    name,
    isPlaced,
    ask: (wire, target) =>
      wire.ask(method, { textDocument: { uri: target.uri }, uri: target.uri, ...params(target) }),
  };
}

const placed = (method: string, params: (target: Target) => object = () => ({})): Asked =>
  simple(method, (target) => ({ position: target.place, ...params(target) }), true);
const whole = (method: string, params: (target: Target) => object = () => ({})): Asked =>
  simple(method, params, false);

/** Code actions, then resolving the last one without an edit: the one that fixes most. */
function actions(name: string, query: (target: Target) => object, isPlaced: boolean): Asked {
  return {
    name,
    isPlaced,
    ask: async (wire, target) => {
      const offered = await wire.ask('textDocument/codeAction', {
        textDocument: { uri: target.uri },
        range: { start: target.place, end: target.place },
        context: { diagnostics: [] },
        ...query(target),
      });
      const found = (offered.body?.result ?? []) as readonly { data?: unknown }[];
      const last = found.findLast(({ data }) => data !== undefined);
      if (last === undefined) return offered;
      const resolved = await wire.ask('codeAction/resolve', last);
      return { ...resolved, milliseconds: offered.milliseconds + resolved.milliseconds };
    },
  };
}

/** All code actions at a position, each resolved. */
const eachAction: Asked = {
  name: 'each action',
  isPlaced: true,
  ask: async (wire, { uri, place }) => {
    const offered = await wire.ask('textDocument/codeAction', {
      textDocument: { uri },
      range: { start: place, end: place },
      context: { diagnostics: [] },
    });
    const found = (offered.body?.result ?? []) as readonly { data?: unknown }[];
    let answer = offered;
    for (const action of found) {
      if (action.data !== undefined) answer = await wire.ask('codeAction/resolve', action);
    }
    return answer;
  },
};

/** The numbers of many groups, last first, as the view sends them. */
function manyGroups(): string {
  const numbers = Int32Array.from({ length: 200_000 }, (_, i) => 199_999 - i);
  return Buffer.from(numbers.buffer).toString('base64');
}

function thenResolved(asked: Asked, method: string): Asked {
  return {
    ...asked,
    ask: async (wire, target) => {
      const answer = await asked.ask(wire, target);
      const { result } = answer.body ?? {};
      const items = Array.isArray(result) ? result : ((result as { items?: unknown[] } | null)?.items ?? []);
      return items.length === 0 ? answer : wire.ask(method, items.at(-1));
    },
  };
}

/** Every request about a document. */
export const everyRequest: readonly Asked[] = [
  placed('textDocument/hover'),
  thenResolved(placed('textDocument/completion'), 'completionItem/resolve'),
  placed('textDocument/definition'),
  placed('textDocument/references', () => ({ context: { includeDeclaration: true } })),
  placed('textDocument/documentHighlight'),
  simple('textDocument/selectionRange', ({ place }) => ({ positions: [place] }), true),
  whole('textDocument/documentSymbol'),
  whole('textDocument/foldingRange'),
  thenResolved(whole('textDocument/codeLens'), 'codeLens/resolve'),
  actions('quick fixes', () => ({ context: { diagnostics: [], only: ['quickfix'] } }), true),
  actions('all actions', ({ end }) => ({ range: { start, end } }), false),
  eachAction,
  actions('fix all', () => ({ context: { diagnostics: [], only: ['source.fixAll'] } }), false),
  whole('textDocument/formatting', () => ({ options })),
  simple(
    'textDocument/rangeFormatting',
    ({ place, end }) => ({ options, range: { start: place, end } }),
    true,
  ),
  ...[']', '\n'].map((ch) => placed('textDocument/onTypeFormatting', () => ({ options, ch }))),
  whole('trajectory/describe'),
  whole('trajectory/locate', ({ version }) => ({ version, paths: somePaths })),
  placed('trajectory/path', () => ({ format: 'loc' })),
  whole('trajectory/convert', () => ({ to: 'lines', grouping: 'one' })),
  whole('trajectory/convert', () => ({ to: 'log-request', grouping: 'each' })),
  whole('trajectory/convert', () => ({ to: 'lines', grouping: 'each' })),
  whole('trajectory/sortKeys', ({ version }) => ({ version })),
  whole('trajectory/expandLine', ({ version, place }) => ({ version, line: place.line })),
  whole('trajectory/joinLines', ({ text }) => ({ text, like: '{"a": [1, 2]}' })),
  whole('trajectory/collection', () => ({ since: null })),
  whole('trajectory/conversation', () => ({ trajectory: 0, from: 0, count: 100 })),
  whole('trajectory/text', ({ version }) => ({ ...textOfFirst, version })),
  whole('trajectory/compare', () => ({ trajectories: [0, 1, 2, 3] })),
  whole('trajectory/groupLines', ({ version }) => ({ version, groups: 'AAAAAAEAAAA=' })),
  whole('trajectory/groupLines', ({ version }) => ({ version, groups: manyGroups() })),
  whole('trajectory/place', () => ({ trajectory: 90_000, message: 5 })),
  whole('trajectory/place', () => ({ trajectory: 0, message: 0 })),
  placed('trajectory/at'),
  whole('trajectory/find', () => find('a', false)),
  whole('trajectory/find', () => find('\\w+\\W', true)),
  whole('trajectory/export', () => ({ of: { what: 'page', title: 'a' }, from: null })),
  whole('trajectory/export', () => ({ of: { what: 'conversation', trajectory: 0 }, from: null })),
];

/** A search in all conversations. */
function find(text: string, isExpression: boolean): object {
  const query = { text, isExpression, isCaseSensitive: false };
  const from = { trajectory: 0, message: 0, text: 0, offset: 0 };
  return { query, role: null, from, to: 200_000, room: 500 };
}

/** The whole first trajectory, formatted, up to the limit of one response. */
const textOfFirst = { trajectory: 0, path: [], form: 'laid-out', from: 0, to: 1_000_000 };

/** Paths as in a service's response, at the maximum number. */
const somePaths = Array.from({ length: 1000 }, (_, i) => [
  'trajectory_groups',
  i,
  'trajectories',
  i % 7,
  'reward',
]);
