import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differenceTo, type State } from '../../../../server/core/collection/summaries/difference';
import type { Document, DocumentOptions } from '../../../../server/core/document';
import { type Edit, stringOf } from '../../../../server/core/text/text';
import { inputs } from '../../../budget';
import { edits, placed, type RelativeEdit, text, value } from '../arbitrary';
import { editDocument, open, options } from '../support';
import { applied, collectionOf, emptyTable, page, type Table, tableOf } from './support';

/** A conversation with calls, results, choices and reasoning; some messages are long enough for parts. */
const message = fc
  .tuple(
    fc.constantFrom(
      '"role": "assistant", "tool_calls": [{"id": "a", "function": {"name": "look", "arguments": "{\\"x\\": 1}"}}]',
      '"role": "assistant", "tool_calls": [{"function": {"name": "see"}}], "finish_reason": "length"',
      '"role": "tool", "tool_call_id": "a"',
      '"role": "tool"',
      '"function_call": {"name": "older"}',
      '"message": {"role": "assistant", "content": "said"}, "finish_reason": "length"',
      '"role": "user", "content": [{"type": "text", "text": "a\\u0062"}, {"x": 1}]',
      '"role": "usr", "contnet": 1',
    ),
    fc.nat(3),
    value,
  )
  .map(
    ([members, size, other]) =>
      `{${members}, "content": "${'wo\\n'.repeat(size * size * 250)}", "x": ${other}}`,
  );

const trajectory = fc
  .tuple(fc.array(message, { maxLength: 5 }), fc.constantFrom('1', '"1"', '1e400', '-0.5'), fc.nat(3))
  .map(
    ([messages, reward, id]) =>
      `{"messages_and_choices": [${messages.join(', ')}], "reward": ${reward}, "metadata": {"task_id": ${id}, "name": "n${id}"}, "metrics": {"m${id}": ${id}.5}, "start_time": "2026-03-14T09:26:5${id}Z"}`,
  );

const group = fc
  .array(trajectory, { maxLength: 4 })
  .map((trajectories) => `{"trajectories": [${trajectories.join(',\n')}]}`);

const content = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .array(group, { maxLength: 4 })
      .map((all) => `{"split": "a", "trajectory_groups": [${all.join(', ')}]}`),
  },
  { weight: 1, arbitrary: fc.array(group, { maxLength: 4 }).map((all) => `[${all.join(', ')}]`) },
  { weight: 1, arbitrary: group },
  { weight: 1, arbitrary: fc.array(trajectory, { maxLength: 5 }).map((all) => `[${all.join(', ')}]`) },
  { weight: 2, arbitrary: fc.array(group, { maxLength: 4 }).map((lines) => lines.map(onOneLine).join('\n')) },
  {
    weight: 2,
    arbitrary: fc.array(trajectory, { maxLength: 6 }).map((lines) => lines.map(onOneLine).join('\n')),
  },
  { weight: 1, arbitrary: text },
);

function onOneLine(line: string): string {
  return line.replaceAll('\n', ' ');
}

describe('After any edits a collection equals that of a fresh parse', () => {
  for (const [name, how] of Object.entries(options)) {
    it(`as ${name}`, () => {
      fc.assert(
        fc.property(content, fc.array(edits, { minLength: 1, maxLength: 4 }), (start, notifications) =>
          agree(start, notifications, how),
        ),
        inputs(60),
      );
    });
  }
});

/** Follows a document as a client does: with small answers before each notification, and large ones after it. */
function agree(
  start: string,
  notifications: readonly (readonly RelativeEdit[])[],
  how: DocumentOptions,
): void {
  let document = open(start, how);
  let client: Client = { table: emptyTable, state: null };
  for (const notification of notifications) {
    client = asked(client, document, 300);
    for (const relative of notification) {
      const edit: Edit = placed(relative, document.text.length);
      document = editDocument(document, [edit]);
    }
    const fresh = open(stringOf(document.text), how);
    expect(tableOf(document)).toEqual(tableOf(fresh));
    client = asked(client, document, 700_000);
    expect(client.table).toEqual(tableOf(fresh));
    pagesAgree(document, fresh);
  }
}

interface Client {
  readonly table: Table;
  readonly state: State | null;
}

/** Asks until the difference is complete, with `room` bytes per answer. */
function asked({ table, state }: Client, document: Document, room: number): Client {
  const difference = differenceTo(collectionOf(document), state, room);
  const next = { table: applied(table, difference), state: difference.state };
  return difference.isComplete ? next : asked(next, document, room);
}

/** Asserts that all pages are equal, and that they show as many problems as the rows count. */
function pagesAgree(document: Document, fresh: Document): void {
  for (const [i, { problems, messages }] of tableOf(fresh).rows.entries()) {
    const found = page(document, i)!;
    expect(found).toEqual(page(fresh, i));
    expect(found.total).toBe(messages);
    const all = [...found.problems, ...found.messages.flatMap((card) => card.problems)];
    const isCut = all.some(({ message: said }) => said.endsWith('are not listed.'));
    const grave = all.filter(({ severity }) => severity === 'error' || severity === 'warning');
    // Excludes problems of the document as a whole.
    const own = grave.filter(({ message: said }) => fresh.whole.every((problem) => problem.message !== said));
    if (!isCut) expect(own.length).toBe(problems);
  }
}
