import fc from 'fast-check';
import type { Edit } from '../../../server/core/text/text';

const names = [
  'split', 'trajectory_groups', 'trajectories', 'messages_and_choices', 'reward', 'role', 'content', 'tools',
  'function', 'name', 'parameters', 'metrics', 'start_time', 'model_id', 'experimental_config', 'epsilon',
  'tool_calls', 'rewrad', 'x', 'a\\u0062', '__proto__',
]; // biome-ignore format: a list

const scalars = [
  '0.5', '-1', '1e400', '12345678901234567890', 'true', 'false', 'null', '"assistant"', '"a\\"b"', '"\\ud800"',
  '"😀 é"', '"2026-03-14T09:26:53Z"', '"2026-03-14"', '""', '"Hello, world: {x} [y]"', '[]', '{}',
]; // biome-ignore format: a list

const blank = fc.constantFrom('', '', ' ', '\n', '\r\n  ', '\t');

/** A JSON value as in trajectory documents, with white space of all kinds. */
export const value: fc.Arbitrary<string> = fc.letrec<{ value: string; property: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.constantFrom(...scalars),
    fc.array(tie('value'), { maxLength: 4 }).chain((items) => joined('[', items, ']')),
    fc.array(tie('property'), { maxLength: 4 }).chain((items) => joined('{', items, '}')),
  ),
  property: fc
    .tuple(fc.constantFrom(...names), blank, blank, tie('value'))
    .map(([name, before, after, item]) => `"${name}"${before}:${after}${item}`),
})).value;

function joined(open: string, items: readonly string[], close: string): fc.Arbitrary<string> {
  return fc
    .tuple(blank, blank)
    .map(([before, after]) => `${open}${before}${items.join(`,${after}`)}${before}${close}`);
}

/** A log request with groups, trajectories and messages, some long enough for a part of their own. */
export const request: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(fc.array(fc.array(fc.tuple(value, fc.nat(3)), { maxLength: 6 }), { maxLength: 4 }), {
      maxLength: 4,
    }),
    blank,
  )
  .map(([groups, space]) => {
    const message = ([content, size]: [string, number]) =>
      `{"role": "user",${space}"content": "${'word '.repeat(size * 300)}", "x": ${content}}`;
    const trajectory = (messages: [string, number][]) =>
      `{"messages_and_choices": [${messages.map(message).join(`,${space}`)}],${space}"reward": 1}`;
    const group = (trajectories: [string, number][][]) =>
      `{"trajectories": [${trajectories.map(trajectory).join(`,${space}`)}]}`;
    return `{"split": "train",${space}"trajectory_groups": [${groups.map(group).join(`,${space}`)}]}`;
  });

/** Any document text. */
export const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: request },
  { weight: 3, arbitrary: value },
  { weight: 1, arbitrary: fc.array(value, { maxLength: 6 }).map((lines) => lines.join('\n')) },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.constantFrom(...'{}[],:"\'\\/* \n\r1tenu0-.😀'), { maxLength: 60 })
      .map((c) => c.join('')),
  },
);

/** Text that people type, paste and break. */
const inserted = fc.oneof(
  fc.constantFrom(
    '', '"', '{', '}', '[', ']', ',', ':', '\\', '\n', '\r', '\r\n', ' ', 'a', '1', '-', '.', '/', '*', '//', '/*',
    '*/', "'", 'true', 'nul', '\ud83d', '\ude00', '\u0000', '\ufeff', '"x": 1', '"x": 1,', '{"role": "user"}',
    '{"role": "user"},', '{"messages_and_choices": []}, ', '{"trajectories": []},', '"'.repeat(3), '"a" "b"', '"x" "x": 1,', '"x": "x": 1', '"a"\n"b"\n', 'INFO saving\n', '\n[2026-03-14 10:11] retry\n',
  ),
  value,
); // biome-ignore format: a list

/** Edits at relative positions, so that they fit any text. */
export const edits: fc.Arbitrary<readonly RelativeEdit[]> = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.oneof(fc.constant(0), fc.nat(3), fc.nat(400)),
    insert: inserted,
  }),
  { minLength: 1, maxLength: 4 },
);

export interface RelativeEdit {
  readonly at: number;
  readonly length: number;
  readonly insert: string;
}

/** The edit in a text of a given length. */
export function placed(edit: RelativeEdit, length: number): Edit {
  const from = Math.round(edit.at * length);
  return { from, to: Math.min(length, from + edit.length), insert: edit.insert };
}
