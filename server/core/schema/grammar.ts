import { Vocabulary } from '../syntax/tokens/vocabulary';
import { type Schema, type SchemaGrammar, type Schemas, usualProperties } from './schema';

/** The parser's view of the schemas. Two more describe the root of a document, and of a line, of any kind. */
export function grammarOf(
  named: Omit<Schemas, 'all' | 'lines' | 'names' | 'grammar'>,
  all: Schema[],
): SchemaGrammar {
  const { anything, logRequest, trainingJob, trainingConfig, group, trajectory } = named;
  const names = new Map<string, number>();
  const number = (name: string): number => names.get(name) ?? names.set(name, names.size + 1).size;
  // Below the root, the same keys lead to the same schemas in documents of every kind.
  const union = (id: number, ...roots: Schema[]): Schema => ({
    ...anything,
    id,
    properties: new Map(roots.flatMap((root) => [...root.properties!])),
  });
  const anyRoot = union(all.length, trainingConfig, group, trainingJob, logRequest);
  const anyLine = union(all.length + 1, trajectory, group);
  const schemas = [...all, anyRoot, anyLine];
  const properties = schemas.map(
    (schema) =>
      new Map([...(schema.properties ?? [])].map(([name, value]) => [number(name), value] as const)),
  );
  const companions = schemas.map((schema) => new Set([...schema.companions].map(number)));
  const usual = schemas.map(
    (schema) => new Map([...usualProperties(schema)].map(([name, value]) => [number(name), value] as const)),
  );
  const arrays = schemas.map(({ properties: inner }) =>
    [...(inner?.values() ?? [])].flatMap(({ items, id }) => (items?.properties == null ? [] : [id])),
  );
  const vocabulary = new Vocabulary([...names.keys()]);
  const linesRoot = schemas.length + 1;
  const root = schemas.length;
  const grammar: Omit<SchemaGrammar, 'lines'> = {
    root,
    child(state, key) {
      if (state === root) return anyRoot.id;
      if (state === linesRoot) return anyLine.id;
      const child = key === null ? schemas[state]!.items : properties[state]!.get(key);
      return (child ?? anything).id;
    },
    owns(state, key) {
      const known = properties[state];
      if (known === undefined || known.size === 0) return null;
      const isOwn = known.has(key) || companions[state]!.has(key);
      // The name of a property of a group says little where a group may stand, or something else.
      const saysLittle = state === anyLine.id || (state === anyRoot.id && properties[group.id]!.has(key));
      return isOwn && saysLittle ? null : isOwn;
    },
    arrays: (state) => arrays[state] ?? [],
    vocabulary,
    property: (schema, key) => properties[schema.id]!.get(key) ?? usual[schema.id]!.get(key) ?? null,
  };
  return { ...grammar, lines: { ...grammar, root: linesRoot } };
}
