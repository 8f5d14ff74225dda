import type { Work } from '../../work';
import { schemaErrorMessage, toolSchemaOf } from './toolSchema';
import type { ReportHint, Trajectory } from './trajectory';

/** Parameters of a tool that are no JSON Schema: its meta-schema refuses them. */
export function* invalidParameters({ tools }: Trajectory, report: ReportHint): Work<void> {
  for (const { parameters } of tools ?? []) {
    const failure = parameters && (yield* toolSchemaOf(parameters))?.failure;
    yield;
    if (!failure) continue;
    const message = `These parameters are not a JSON Schema: ${schemaErrorMessage(failure)}.`;
    report('invalid-parameters', parameters.rangeOf(failure), message);
  }
}
