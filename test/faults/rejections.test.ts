import { afterEach, describe, expect, it } from 'vitest';
import {
  type Body,
  type DescribedDocument,
  type DocumentSnapshot,
  trainingBody,
} from '../../send/request/body';
import { findMarks, type Locate } from '../../send/response/marks';
import { submit } from '../../send/submit';
import type { DocumentOptions } from '../../server/core/document';
import { bodyText, digestOf, portsWith, sourceOf, submissionTo, temporaryJournal } from '../send/submissions';
import { locatePath, open, options, summaryOf } from '../server/core/support';
import { httpResponse, type RawServer, rawServer } from './rawServer';
import { expectWords } from './words';

/** Two documents for one body: groups as JSON Lines, with a blank line between them, and a config. */
const lines = sourceOf(
  [
    '{"trajectories": [{"reward": "high", "metadata": {"a.b": 1}}]}',
    '',
    '{"trajectories": [{"messages_and_choices": [{"role": "😀", "content": 3}]}, {"reward": null}]}\n',
  ].join('\n'),
  'file:///rollouts.trajectories.jsonl',
);
const config = sourceOf('\n{"ppo": "yes",\n "epsilon": {}}\n', 'file:///a.training-config.json');
const kinds = new Map<DocumentSnapshot, DocumentOptions>([
  [lines, options.lines],
  [config, options.config],
]);

const modelId = '3f2a1b9c-0d4e-4f6a-8b7c-1d2e3f4a5b6c';
const body: Body = trainingBody({ modelId, groups: described(lines), config: described(config) }) ?? [];

function documentOf(source: DocumentSnapshot) {
  return open(source.text, kinds.get(source));
}

function described(source: DocumentSnapshot): DescribedDocument {
  return { source, summary: { ...summaryOf(documentOf(source)), version: source.version } };
}

/** Stands in for the language server. */
const locate: Locate = async (source, paths) => {
  const document = documentOf(source);
  const starts = [...source.text.matchAll(/^/gm)].map(({ index }) => index);
  const positionAt = (offset: number) => {
    const line = starts.findLastIndex((start) => start <= offset);
    return { line, character: offset - (starts[line] ?? 0) };
  };
  return paths.map((path) => {
    const place = locatePath(document, path);
    return { ...place, start: positionAt(place.from), end: positionAt(place.to) };
  });
};

const entry = (loc: readonly unknown[], msg: unknown = 'Wrong', type: unknown = 'wrong') => ({
  loc,
  msg,
  type,
});
const inGroups = (...rest: readonly unknown[]) => ['body', 'trajectory_groups', ...rest];
const message = inGroups(1, 'trajectories', 0, 'messages_and_choices', 0);
const high = entry(inGroups(0, 'trajectories', 0, 'reward'));
/** Offsets of malformed JSON count code points. */
const pointsBefore = (part: string) => [...bodyText(body).split(part, 1).join('')].length;

interface Row {
  readonly name: string;
  /** The text of the response, or its JSON value. */
  readonly answered: unknown;
  /** Each mark: its text, the message, and the number of entries if there are several. */
  readonly marks: readonly (readonly [text: string, message: string, entries?: number])[];
  /** The document with all marks, if the texts are ambiguous. */
  readonly source?: DocumentSnapshot;
  readonly says?: string;
}

const rows: readonly Row[] = [
  {
    name: 'as documented, with only strings in loc',
    answered: { detail: [entry(inGroups('0', 'trajectories', '0', 'reward'))] },
    marks: [['"high"', 'Wrong']],
  },
  {
    name: 'with numeric indexes',
    answered: { detail: [entry(inGroups(0, 'trajectories', 0, 'reward')), entry([...message, 'content'])] },
    marks: [
      ['"high"', 'Wrong'],
      ['3', 'Wrong'],
    ],
  },
  {
    name: 'without the leading body',
    answered: { detail: [entry(['trajectory_groups', 1, 'trajectories', 1, 'reward'])] },
    marks: [['null', 'Wrong']],
  },
  {
    name: 'in the config, which is another document',
    answered: { detail: [entry(['body', 'experimental_config', 'ppo'])] },
    marks: [['"yes"', 'Wrong']],
  },
  {
    name: 'with an entry for each possible form of a value',
    answered: {
      detail: ['UserMessage', 'function-wrap[check()]', 'str'].map((label) =>
        entry([...message, label, 'role']),
      ),
    },
    marks: [['"😀"', 'Wrong', 3]],
  },
  {
    name: 'with several errors in one value',
    answered: { detail: [entry([...message, 'role'], 'One'), entry([...message, 'role'], 'Two')] },
    marks: [
      ['"😀"', 'One'],
      ['"😀"', 'Two'],
    ],
  },
  {
    name: 'about missing keys',
    answered: {
      detail: ['name', 'tool_call_id'].map((key) => entry([...message, key], 'Field required', 'missing')),
    },
    marks: [
      ['{', 'Field required'],
      ['{', 'Field required'],
    ],
  },
  {
    name: 'about a value of several lines, marked at its bracket',
    answered: { detail: [entry(['body', 'experimental_config'])] },
    marks: [['{', 'Wrong']],
  },
  {
    name: 'about a key with a dot in it',
    answered: { detail: [entry(inGroups(0, 'trajectories', 0, 'metadata', 'a.b'))] },
    marks: [['1', 'Wrong']],
  },
  {
    name: 'about an item that was not sent, marked at its parent',
    answered: { detail: [entry(inGroups(0, 'trajectories', 9, 'reward'))] },
    marks: [['[{"reward": "high", "metadata": {"a.b": 1}}]', 'Wrong']],
  },
  {
    name: 'about malformed JSON, with an offset',
    answered: { detail: [entry(['body', pointsBefore('"content"')], 'JSON decode error', 'json_invalid')] },
    marks: [['"', 'JSON decode error']],
  },
  {
    name: 'about values in neither document',
    answered: { detail: [entry(['path', 'model_id'], 'Unknown'), entry(['body', 'model_id'])] },
    marks: [
      ['{', 'Unknown'],
      ['{', 'Wrong'],
    ],
    source: lines,
  },
  {
    name: 'with valid entries among malformed ones',
    answered: {
      detail: [null, 'x', 7, [], {}, { loc: 'body', msg: 'x' }, { ...high, msg: 7 }, high],
      more: 1,
    },
    marks: [['"high"', 'Wrong']],
  },
  {
    name: 'with loc items of other types, which are left out',
    answered: {
      detail: [entry(['body', null, 'trajectory_groups', 0, {}, 'trajectories', 0, 1.5, 'reward'])],
    },
    marks: [['"high"', 'Wrong']],
  },
  {
    name: 'that is too long, marked as far as it is read',
    answered: { detail: [high, { ...high, msg: 'Echo', input: 'x'.repeat(2_000_000) }] },
    marks: [['"high"', 'Wrong']],
    says: 'The service found at least 1 error in the request.',
  },
  {
    name: 'with the same entry ten thousand times',
    answered: { detail: Array.from({ length: 10_000 }, () => ({ loc: high.loc, msg: 'Wrong' })) },
    marks: [['"high"', 'Wrong']],
  },
  {
    name: 'with a reason instead of a list',
    answered: { detail: 'Model [x](command:y) is not known' },
    marks: [],
    says: 'The service found the request invalid. It says: “Model [x] (command:y) is not known”. Status 422.',
  },
  { name: 'with an object instead of a list', answered: { detail: { loc: ['body'], msg: 'x' } }, marks: [] },
  { name: 'with an empty list', answered: { detail: [] }, marks: [] },
  { name: 'with a list that is not in detail', answered: { errors: [high] }, marks: [] },
  { name: 'with a bare list', answered: [high], marks: [] },
  {
    name: 'with a detail under __proto__',
    answered: '{"__proto__": {"detail": []}}',
    marks: [],
  },
  { name: 'with a web page', answered: '<html><h1>Unprocessable</h1></html>', marks: [] },
  { name: 'with invalid JSON', answered: "{'detail': []}", marks: [] },
  { name: 'without a body', answered: '', marks: [] },
];

let server: RawServer | null = null;
let journal: Awaited<ReturnType<typeof temporaryJournal>> | null = null;

afterEach(async () => {
  await server?.close();
  await journal?.remove();
});

/** Sends a body to the test's server. */
async function send(content: Body) {
  const submission = await submissionTo(`http://127.0.0.1:${server?.port}`);
  const sent = { ...submission, body: content, digest: await digestOf(content) };
  journal = await temporaryJournal();
  return submit(sent, portsWith(journal.journal));
}

describe('a rejection', () => {
  it.each(rows)('$name', async ({ answered, marks, source, says }) => {
    const content = typeof answered === 'string' ? answered : JSON.stringify(answered);
    server = await rawServer(async ({ socket, request }) => {
      await request;
      socket.end(httpResponse('422 Unprocessable Entity', content));
    });
    const result = await send(body);

    expect(server.received().endsWith(bodyText(body))).toBe(true);
    expect(server.deliveries()).toBe(1);
    const entries = marks.reduce((sum, [, , number = 1]) => sum + number, 0);
    expect(result.outcome).toMatchObject({ status: 'rejected', httpStatus: 422, problemCount: entries });
    const found = await findMarks({ body, errors: result.errors }, locate);
    const seen = [...found].flatMap(([{ text }, own]) =>
      own.map(({ from, to, error, entries }) => {
        const mark = [text.slice(from, to), error.message] as const;
        return entries === 1 ? mark : [...mark, entries];
      }),
    );
    expect(seen).toEqual(marks);
    if (source) expect(found.get(source)).toHaveLength(marks.length);
    const errors = `The service found ${entries} ${entries === 1 ? 'error' : 'errors'} in the request.`;
    expectWords(result, says ?? (entries > 0 ? errors : 'The service found the request invalid.'));
  });

  it('with five thousand different entries marks each of them, and requests their locations once', async () => {
    const numbers = Array.from({ length: 5000 }, (_, index) => index);
    const groups = numbers.map((number) => `{"trajectories": [{"reward": "no ${number}"}]}`);
    const many = sourceOf(groups.join('\n'), 'file:///many.trajectories.jsonl');
    kinds.set(many, options.lines);
    const large = trainingBody({ modelId, groups: described(many), config: null }) ?? [];
    const detail = numbers.map((number) =>
      entry(inGroups(number, 'trajectories', 0, 'reward'), `Wrong ${number}`),
    );
    server = await rawServer(async ({ socket, request }) => {
      await request;
      socket.end(httpResponse('422 Unprocessable Entity', JSON.stringify({ detail })));
    });
    const result = await send(large);

    expect(server.deliveries()).toBe(1);
    expectWords(result, 'The service found 5,000 errors in the request.');
    expect(result.outcome).toMatchObject({ status: 'rejected', httpStatus: 422, problemCount: 5000 });
    const asked: number[] = [];
    const found = await findMarks({ body: large, errors: result.errors }, (source, paths) => {
      asked.push(paths.length);
      return locate(source, paths);
    });
    const marks = (found.get(many) ?? []).map(({ from, to, error, entries }) => [
      many.text.slice(from, to),
      error.message,
      entries,
    ]);
    expect(marks).toEqual(numbers.map((number) => [`"no ${number}"`, `Wrong ${number}`, 1]));
    expect(asked).toEqual([5000]);
  });
});
