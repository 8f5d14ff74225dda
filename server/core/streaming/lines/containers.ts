import { containerOf, type Engine } from '../../engine';
import { schemaOfKind } from '../../schema/documentKind';
import type { Schema } from '../../schema/schema';
import type { StreamOptions } from '../streamOptions';

/** The containers that the lines may belong to: which one may be known only after many lines. */
export function containersOf(engine: Engine, { kind }: StreamOptions): Schema[] {
  const { schemas } = engine;
  const described =
    kind === undefined
      ? [schemas.lines.group, schemas.lines.trajectory, schemas.group, null]
      : [schemaOfKind(schemas, kind)];
  return described.map((schema) => containerOf(engine, schema));
}
