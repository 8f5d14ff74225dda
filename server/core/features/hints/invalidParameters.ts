import type { Work } from '../../work';
import type { ReportHint, TrajectorySubject } from './hint';

/** Parameters of a tool that are no JSON Schema: its meta-schema refuses them. */
export function* invalidParameters({ tools }: TrajectorySubject, report: ReportHint): Work<void> {
  for (const { parameters, schema } of tools) {
    const failure = schema()?.failure ?? null;
    if (parameters === null || failure === null) continue;
    const message = `These parameters are not a JSON Schema: ${failure.message}.`;
    report('invalid-parameters', parameters.placeOf(failure), message);
    yield;
  }
}
