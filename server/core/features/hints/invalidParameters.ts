import type { Work } from '../../work';
import { schemaErrorMessage, toolSchemaOf } from './schemas/toolSchema';
import type { ReportHint, Trajectory } from './trajectory';

/** Tool parameters that are not a JSON Schema: the meta-schema reports an error. */
export function* invalidParameters({ tools }: Trajectory, report: ReportHint): Work<void> {
  for (const { parameters } of tools ?? []) {
    const failure = parameters && (yield* toolSchemaOf(parameters))?.failure;
    yield;
    if (!failure) continue;
    const message = `These parameters are not a JSON Schema: ${schemaErrorMessage(failure)}.`;
    report('invalid-parameters', parameters.rangeOf(failure), message);
  }
}
