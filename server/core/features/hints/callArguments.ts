import type { Work } from '../../work';
import { type Json, parseJson } from './schemas/json';
import { maxNames, schemaErrorMessage, toolSchemaOf } from './schemas/toolSchema';
import type { ReportHint, Tool, Trajectory } from './trajectory';

/** Maximum code units of arguments in the document; longer ones are skipped. */
export const maxArgumentsLength = 100_000;
/** Code units read between two yields; each call costs some more. */
const yieldEvery = 100_000;
const callCost = 500;

/**
 * Call arguments are text in which chat formats write JSON. Reports arguments that are not JSON, or that do not match
 * the parameters of the only tool with that name.
 */
export function* callArguments({ calls, tools }: Trajectory, report: ReportHint): Work<void> {
  const named = new Map<string | null, Tool | null>([[null, null]]);
  for (const tool of tools ?? []) named.set(tool.name, named.has(tool.name) ? null : tool);
  const compiled = new Set<Json>();
  let done = 0;
  let names = 0;
  for (const { name, arguments: given } of calls) {
    if (given === null) continue;
    const length = given.range.to - given.range.from;
    if (length > maxArgumentsLength) continue;
    done += callCost + length;
    if (done >= yieldEvery) {
      done = 0;
      yield;
    }
    const text = given.text();
    const read = parseJson(text);
    if (given.isString && read === null) {
      const what = text.trim() === '' ? 'are empty' : 'are not JSON';
      report('invalid-arguments', given.range, `The arguments of this tool call ${what}.`);
    }
    const parameters = named.get(name)?.parameters;
    if (read === null || !parameters) continue;
    const schema = yield* toolSchemaOf(parameters);
    yield;
    if (schema === null) continue;
    if (!compiled.has(parameters)) {
      if (names + schema.names > maxNames) continue;
      names += schema.names;
      compiled.add(parameters);
    }
    const error = schema.check(read.value);
    yield;
    if (!error) continue;
    const message = `The arguments of this tool call do not match the tool's parameters: ${schemaErrorMessage(error)}.`;
    report('mismatched-arguments', given.rangeOf(error), message);
  }
}
