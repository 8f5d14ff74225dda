import type { Work } from '../../work';
import { parseJson } from './json';
import { complaintWords, toolSchemaOf } from './toolSchema';
import type { ReportHint, Tool, Trajectory } from './trajectory';

/** Code units of arguments; longer ones are not held against parameters. */
const longest = 100_000;

/**
 * The arguments of a call are text in which chat formats write JSON. Where that is something else, or does not
 * fit the parameters of the one tool that has the name, it may be a slip.
 */
export function* callArguments({ calls, tools }: Trajectory, report: ReportHint): Work<void> {
  const named = new Map<string | null, Tool | null>([[null, null]]);
  for (const tool of tools ?? []) named.set(tool.name, named.has(tool.name) ? null : tool);
  for (const { name, arguments: given } of calls) {
    const read = given && parseJson(given.text);
    if (given?.isString && read === null) {
      const what = given.text.trim() === '' ? 'are empty' : 'are not JSON';
      report('invalid-arguments', given.place, `The arguments of this tool call ${what}.`);
    }
    const parameters = named.get(name)?.parameters;
    if (!given || !read || !parameters || given.text.length > longest) continue;
    const complaint = (yield* toolSchemaOf(parameters))?.check(read.value);
    yield;
    if (!complaint) continue;
    const message = `The arguments of this tool call do not fit its tool's parameters: ${complaintWords(complaint)}.`;
    report('mismatched-arguments', given.placeOf(complaint), message);
  }
}
