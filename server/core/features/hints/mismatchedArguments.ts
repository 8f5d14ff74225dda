import type { Work } from '../../work';
import type { ReportHint, Tool, TrajectorySubject } from './hint';
import { type Json, parseJson } from './json';
import type { Failure } from './toolSchema';

/** Code units of arguments; longer ones are not looked at. */
const longest = 100_000;

/** The arguments of a call do not fit the parameters of its tool. Of several tools with one name, any will do. */
export function* mismatchedArguments({ turns, tools }: TrajectorySubject, report: ReportHint): Work<void> {
  const named = new Map<string | null, Tool[]>();
  for (const tool of tools) named.set(tool.name, [...(named.get(tool.name) ?? []), tool]);
  for (const { name, arguments: given } of turns.flatMap(({ calls }) => calls)) {
    const meant = named.get(name) ?? [];
    if (name === null || given === null || meant.length === 0) continue;
    const failure = yield* failureOf(given, meant);
    if (failure === null) continue;
    const message = `The arguments of this tool call do not fit its tool's parameters: ${failure.message}.`;
    report('mismatched-arguments', given.placeOf(failure), message);
  }
}

/** What is wrong with arguments for the first of some tools; null where they fit any, or nothing can be said. */
function* failureOf(given: Json, tools: readonly Tool[]): Work<Failure | null> {
  const text = given.text();
  const read = text.length > longest ? null : parseJson(text);
  let first: Failure | null = null;
  for (const tool of read === null ? [] : tools) {
    const failure = tool.schema()?.check(read!.value, text.length) ?? null;
    yield;
    if (failure === null) return null;
    first ??= failure;
  }
  return first;
}
