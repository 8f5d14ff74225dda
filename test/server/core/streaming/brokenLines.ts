import fc from 'fast-check';
import { text, value } from '../arbitrary';

/** Pieces of lines in which much is wrong, some longer than a part of the tree. */
const piece = fc.oneof(
  fc.constantFrom('{"a": ', '{', '[', ']', '}', ',', ':', ', ', 'o', 'd"', '"k": 1', '"', '\n', '\n', '\n', '\r\n', '\r', '\t', '// x\n', '"\\d \t\\s"', '\nINFO: x\n', '[2026-05-01 10:00:00] x', '\\\n', "'"),
  fc.constantFrom(',\n', '{"trajectories": [\n  {"reward": 1}\n ]\n}\n', ':\r\n\r\n', '[\n{"role": "user"}, ', '\n]}\n', '{"trajectories": [{"reward": 1},\n'),
  fc.constantFrom('f(', '(1', ')', "f(a='b', c=[1])", 'np.float64(0.5)', "<A.B: 'c'>", '/*', '*/', '\ufeff', '<<<<<<< a\n', '=======\n', '>>>>>>> b\n', '\ud800', '\ufffd'),
  fc.constantFrom('{"role": "user"}', '"x":', '[1, 2]', "'c'", 'null', '\n{"trajectories": []}\n', '\n{"trajectory_groups": []}\n', '{"reward": 1, "reward": 2}\n', '\n{"trajectories": [{"messages_and_choices": [], "rewrad": 1}, {"reward": "1"}]}\n', '\n{"messages_and_choices": [{"role": "tool", "tool_call_id": "x"}], "reward": 1}\n', '{"trajectories": [{"messages_and_choices": [{"role":"user"}], "reward": 1}, {"messages_and_choices": [], "reward": 1}]}\n'),
  fc.integer({ min: 1, max: 1800 }).map((words) => `{"a": "${'word '.repeat(words)}"}\n`),
  fc.integer({ min: 1, max: 1800 }).map((words) => `"${'word '.repeat(words)}"`),
); // biome-ignore format: lists
/** Broken lines. */
export const broken = fc.array(piece, { minLength: 1, maxLength: 60 }).map((pieces) => pieces.join(''));
export const lines = fc.array(fc.oneof(value, text), { maxLength: 30 }).map((all) => all.join('\n'));
export const long = fc
  .array(fc.tuple(piece, fc.nat(40)), { minLength: 1, maxLength: 12 })
  .map((runs) => runs.map(([one, times]) => one.repeat(times + 1)).join(''));
