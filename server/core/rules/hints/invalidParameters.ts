import type { HintRule, ReportHint, TrajectorySubject, Value } from './hint';
import { keywords } from './schemaKeywords';

/** Schemas that are looked at in one trajectory. */
const mostSchemas = 5000;

/** Parameters of a tool that are no JSON Schema: a keyword has a value that it cannot have. */
export const invalidParameters: HintRule<TrajectorySubject> = ({ parameters }, report) => {
  const pending = [...parameters];
  for (let seen = 0; pending.length > 0 && seen < mostSchemas; seen++) {
    const schema = pending.pop()!;
    if (schema.type === 'object') lookAt(schema, pending, report);
  }
};

function lookAt(schema: Value, pending: Value[], report: ReportHint): void {
  for (const [name, value] of schema.members()) {
    const keyword = keywords.get(name);
    if (keyword === undefined || value.type === 'unknown') continue;
    const inner = keyword.schemasIn(value);
    if (inner === null) invalid(report, value, `In a JSON Schema, ${name} is ${keyword.noun}`);
    else for (const one of inner) pending.push(one);
  }
}

function invalid(report: ReportHint, { place, type }: Value, rule: string): void {
  // A container may be long; its bracket is enough.
  const to = type === 'object' || type === 'array' ? place.from + 1 : place.to;
  report('invalid-parameters', { from: place.from, to }, `${rule}.`);
}
