import { readFileSync } from 'node:fs';

/** A schema node, limited to the keywords used in this repository. */
export interface SchemaNode {
  readonly $id?: string;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, SchemaNode>>;
  readonly type?: string;
  readonly format?: string;
  readonly title?: string;
  readonly description?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
  readonly examples?: readonly unknown[];
}

const names = ['parts', 'log-request', 'training-job', 'training-config', 'responses'];

/** Every schema by its file name. */
export const schemas: Readonly<Record<string, SchemaNode>> = Object.fromEntries(
  names.map((name) => [`${name}.json`, JSON.parse(readFileSync(`schemas/${name}.json`, 'utf8'))]),
);

/** Every named object and scalar, by reference: `file.json` or `file.json#/$defs/name`. */
export function definitions(): [ref: string, node: SchemaNode][] {
  return Object.entries(schemas).flatMap(([file, schema]): [string, SchemaNode][] => {
    const parts = Object.entries(schema.$defs ?? {}).map(([name, node]): [string, SchemaNode] => [
      `${file}#/$defs/${name}`,
      node,
    ]);
    return schema.type === undefined ? parts : [[file, schema], ...parts];
  });
}

/** Every node of every schema, each with a path for failure messages. */
export function allNodes(): [place: string, node: SchemaNode][] {
  const found: [string, SchemaNode][] = [];
  const pending = Object.entries(schemas);
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [place, node] = next;
    found.push(next);
    for (const [name, child] of Object.entries({ ...node.properties, ...node.$defs })) {
      pending.push([`${place}/${name}`, child]);
    }
    if (node.items !== undefined) pending.push([`${place}/items`, node.items]);
  }
  return found;
}
