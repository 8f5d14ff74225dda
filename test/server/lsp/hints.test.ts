import { describe, expect, it } from 'vitest';
import { type Client, useServer } from '../client';

const server = useServer();
const uri = 'file:///a.trajectory.json';
const parameters =
  '{"type": "object", "required": ["query"], "properties": {"query": {"type": ["string", "nul"]}}}';
const call = '{"id": "1", "function": {"name": "search", "arguments": "{}"}}';
const messages = `[{"role": "assistant", "tool_calls": [${call}]}, {"role": "tool", "tool_call_id": "1"}, {"role": "tool", "tool_call_id": "2"}]`;
const documentWith = (schema: string) =>
  `{"trajectories": [{"messages_and_choices": ${messages}, "tools": [{"function": {"name": "search", "parameters": ${schema}}}]}]}`;

/** Every document here has this hint; slow hints are published later than the problems. */
const always = 'unknown-call';

/** Resolves to the codes of the hints on a document version. */
async function hintsOf(client: Client, version: number): Promise<unknown[]> {
  for (;;) {
    const last = client.published(uri).findLast((one) => one.version === version);
    const codes = (last?.diagnostics ?? []).map(({ code }) => code);
    if (codes.includes(always)) return codes;
    await client.settled(uri);
  }
}

it('Problems of an opened document are published without waiting for its hints', async () => {
  const client = await server.start();
  await client.configure({ trajectory: { hints: true, codeLens: false } });
  await client.open(uri, documentWith('1').replace('"role": "tool"', '"role": 1'), { version: 1 });
  const codes = await hintsOf(client, 1);
  const first = client.published(uri).find(({ version }) => version === 1);
  expect(first?.diagnostics.map(({ code }) => code)).toEqual(['wrong-type', 'wrong-type']);
  expect(codes).toEqual(expect.arrayContaining(['wrong-type', always]));
  expect(await client.end()).toBe(0);
});

it('Hints move with an edit, and are not published again unless they change', async () => {
  const client = await server.start();
  await client.configure({ trajectory: { hints: true, codeLens: false } });
  await client.open(uri, documentWith('{}'), { version: 1 });
  await hintsOf(client, 1);
  const insert = async (version: number, text: string, line = 0, character = 0) => {
    const start = { line, character };
    await client.change(uri, version, [{ range: { start, end: start }, text }]);
    await hintsOf(client, version);
  };
  const listsOf = (version: number) => client.published(uri).filter((one) => one.version === version);
  const lineOf = (version: number) =>
    listsOf(version)[0]!.diagnostics.find(({ code }) => code === always)!.range.start.line;
  await insert(2, '\n');
  await insert(3, '\n\n');
  await client.settled(uri);
  expect([lineOf(2), lineOf(3)]).toEqual([1, 3]);
  expect(listsOf(2)).toHaveLength(1);
  await insert(4, '"a" 1, ', 3, 1);
  const codes = listsOf(4)[0]!.diagnostics.map(({ code }) => code);
  expect(codes).toEqual(expect.arrayContaining(['syntax', always]));
  expect(await client.end()).toBe(0);
});

describe('Hints on tools', () => {
  const right = parameters.replace('nul', 'null');
  const codesFor = async (node: readonly string[]) => {
    const client = await server.start({ node });
    await client.configure({ trajectory: { hints: true, codeLens: false } });
    const codes: unknown[] = [];
    for (const [i, schema] of [parameters, right, right].entries()) {
      await client.open(uri, documentWith(schema), { version: i });
      codes.push(...(await hintsOf(client, i)).filter((code) => code !== always));
      await client.close(uri);
    }
    await client.settled(uri);
    const { warnings } = client;
    expect(await client.end()).toBe(0);
    return { codes, warnings };
  };

  it('work in the bundled program', async () => {
    expect(await codesFor([])).toEqual({
      codes: ['invalid-parameters', 'mismatched-arguments', 'mismatched-arguments'],
      warnings: [],
    });
  });

  it('are absent if the host forbids evaluating code, and the log gives the reason once', async () => {
    const { codes, warnings } = await codesFor(['--disallow-code-generation-from-strings']);
    expect(codes).toEqual([]);
    expect(warnings).toEqual([expect.stringMatching(/^The parameters of tools are not checked.*EvalError/)]);
  });
});
