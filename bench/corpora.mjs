/**
 * Generated documents to measure with: the same shape and size give the same text on every machine. Sizes are
 * millions of UTF-8 bytes.
 */

/** Trajectories per group; adjacent items within a group can be pasted and deleted. */
const perGroup = 4;
const trajectorySize = 32_500;
/** Approximate bytes of white space per indented message. */
const indentation = 150;

/** Document shapes: layout and contents. */
export const shapes = {
  pretty: { title: 'indented', make: (bytes) => request(bytes, pretty) },
  'single-line': { title: 'on a single line', make: (bytes) => request(bytes, compact) },
  lines: { title: 'JSON Lines', make: jsonLines, language: 'trajectory-jsonl' },
  giant: { title: 'one giant trajectory', make: giant, largest: 20 },
  wrong: { title: 'every trajectory wrong', make: (bytes) => request(bytes, pretty, { isWrong: true }) },
  tiny: { title: '5,000 tiny trajectories a MB', make: tiny },
};

/**
 * A document of a shape, and the ranges of its items (trajectories, or the messages of the giant one): `items`
 * holds `from, to` of each in turn, in UTF-16 code units, including the comma after it, if any.
 */
export function makeCorpus(name, megabytes) {
  const { text, items, itemsPerGroup = perGroup } = shapes[name].make(megabytes * 1_000_000);
  return { name, megabytes, text, items, itemsPerGroup, language: shapes[name].language ?? 'trajectory' };
}

const pretty = { indent: 2, newline: '\n', space: (depth) => ' '.repeat(depth * 2) };
const compact = { indent: 0, newline: '', space: () => '' };

/** A log request of groups of trajectories. */
function request(bytes, layout, { isWrong = false } = {}) {
  const random = randomOf(1);
  const make = () => laidOut(trajectory(random, trajectorySize, isWrong), layout, 4);
  const { newline, space } = layout;
  const colon = layout.indent > 0 ? ': ' : ':';
  const page = new Page();
  page.add(`{${newline}${space(1)}"split"${colon}"train",${newline}${space(1)}"trajectory_groups"${colon}[`);
  groupsUntil(page, bytes, {
    make,
    open: `${newline}${space(2)}{${newline}${space(3)}"trajectories"${colon}[${newline}${space(4)}`,
    between: `${newline}${space(4)}`,
    close: `${newline}${space(3)}]${newline}${space(2)}}`,
    separator: ',',
  });
  return page.end(`${newline}${space(1)}]${newline}}${newline}`);
}

/** Trajectory groups, one per line. */
function jsonLines(bytes) {
  const random = randomOf(1);
  const page = new Page();
  const make = () => laidOut(trajectory(random, trajectorySize, false), compact, 0);
  groupsUntil(page, bytes, { make, open: '{"trajectories":[', between: '', close: ']}', separator: '\n' });
  return page.end('\n');
}

/** A log request whose only trajectory has thousands of messages; they are its items. */
function giant(bytes) {
  const random = randomOf(2);
  const page = new Page();
  page.add('{\n  "split": "train",\n  "trajectory_groups": [\n    {\n      "trajectories": [\n        {\n');
  page.add('          "messages_and_choices": [\n            ');
  while (page.bytes < bytes) {
    for (const each of turn(random, false)) page.item(laidOut(each, pretty, 6), ',\n            ');
  }
  page.add('{ "role": "user", "content": "Thank you." }\n          ],\n          "reward": 0.5\n        }\n');
  return { ...page.end('      ]\n    }\n  ]\n}\n'), itemsPerGroup: Number.POSITIVE_INFINITY };
}

/** A log request of trajectories of 200 bytes, each on a line. */
function tiny(bytes) {
  const random = randomOf(3);
  const page = new Page();
  const make = () => {
    const question = { role: 'user', content: sentence(random).slice(0, 40) };
    const messages = [question, { role: 'assistant', index: 0, content: 'Yes.' }];
    return laidOut({ messages_and_choices: messages, reward: reward(random) }, compact, 0);
  };
  page.add('{"split": "train", "trajectory_groups": [');
  const open = '\n  {"trajectories": [\n    ';
  groupsUntil(page, bytes, { make, open, between: '\n    ', close: '\n  ]}', separator: ',' });
  return page.end('\n]}\n');
}

function groupsUntil(page, bytes, { make, open, between, close, separator }) {
  while (page.bytes < bytes) {
    page.add(page.items.length > 0 ? separator + open : open);
    for (let i = 0; i < perGroup; i++) {
      const isLast = i === perGroup - 1;
      page.item(make(), isLast ? '' : `,${between}`);
    }
    page.add(close);
  }
}

/** Builds a text and records the ranges of its items. */
class Page {
  parts = [];
  items = [];
  length = 0;
  bytes = 0;

  add(part) {
    this.parts.push(part);
    this.length += part.length;
    this.bytes += Buffer.byteLength(part);
  }

  item(part, separator) {
    const from = this.length;
    this.add(part + separator);
    this.items.push(from, this.length);
  }

  end(part) {
    this.add(part);
    return { text: this.parts.join(''), items: this.items };
  }
}

/** A trajectory of about `bytes` bytes when indented. */
function trajectory(random, bytes, isWrong) {
  const messages = [{ role: 'system', content: `You help travellers. ${sentences(random, 6)}` }];
  let size = 600;
  while (size < bytes) {
    for (const message of turn(random, isWrong && messages.length % 8 === 1)) {
      messages.push(message);
      size += Buffer.byteLength(JSON.stringify(message)) + indentation;
    }
  }
  const day = String(1 + Math.floor(random() * 28)).padStart(2, '0');
  return {
    messages_and_choices: messages,
    tools: [tool],
    metrics: { turns: messages.length, seconds: Math.round(random() * 1e5) / 1000, solved: random() < 0.5 },
    metadata: { task: `airline-${Math.floor(random() * 1e6)}`, note: 'Größe ≤ 3 — 東京 → São Paulo' },
    start_time: isWrong ? `2026-03-${day}T09:26:53` : `2026-03-${day}T09:26:53Z`,
    reward: isWrong ? String(reward(random)) : reward(random),
  };
}

/** A question, a call of a tool, its result, and the answer. */
function turn(random, isWrong) {
  const id = `call_${Math.floor(random() * 0xffffffff).toString(16)}`;
  const call = {
    name: 'find_flights',
    arguments: `{"from": "ZRH", "seat": "${1 + Math.floor(random() * 40)}C"}`,
  };
  const flight = `LX ${Math.floor(random() * 900)}`;
  const result = JSON.stringify({ flights: [flight], path: 'C:\\temp', note: sentences(random, 24) });
  return [
    { role: isWrong ? 7 : 'user', content: sentences(random, 12) },
    {
      role: 'assistant',
      index: Math.floor(random() * 8),
      tool_calls: [{ id, type: 'function', function: call }],
      content: null,
    },
    { role: 'tool', tool_call_id: id, content: result },
    { role: 'assistant', index: Math.floor(random() * 8), content: sentences(random, 28) },
  ];
}

const tool = {
  type: 'function',
  function: {
    name: 'find_flights',
    description: 'Finds flights between two airports.',
    parameters: { type: 'object', properties: { from: { type: 'string' }, seat: { type: 'string' } } },
    strict: true,
  },
};

const phrases = [
  'I would like to change my booking to a later flight', 'the total is 1,249.50 € (incl. taxes)',
  'she said "window, please" and hung up', 'naïve Ålesund façade — Σ x² ≤ n', '請幫我改簽到東京的航班',
  'thank you 😀🛫 very much', 'the reservation {code: [A1B2]} is confirmed', 'first line\nsecond line\tindented',
  'could you look up the baggage rules for me', 'it departs at 07:45 from gate B12 and arrives in the evening',
]; // biome-ignore format: a list

function sentence(random) {
  return phrases[Math.floor(random() * phrases.length)];
}

function sentences(random, count) {
  return `${Array.from({ length: count }, () => sentence(random)).join(', ')} and so on.`;
}

function reward(random) {
  return Math.round(random() * 1000) / 1000;
}

function laidOut(value, { indent, space }, depth) {
  const text = JSON.stringify(value, null, indent);
  return indent > 0 ? text.replaceAll('\n', `\n${space(depth)}`) : text;
}

/** Pseudo-random numbers in [0, 1), the same on every machine (mulberry32). */
export function randomOf(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
