import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { documented } from './interface';
import { allNodes, definitions, type SchemaNode, schemas } from './read';

const annotations = [
  'x-utc',
  'x-documented-values',
  'x-common-null',
  'x-labels',
  'x-common-companions',
  'x-companion-description',
  'x-companion-values',
  'x-other-names',
];

describe('the schemas match the interface', () => {
  test.each(Object.entries(documented))('%s has exactly the documented fields', (ref, fields) => {
    const [file = '', name] = ref.split('#/$defs/');
    const node = name === undefined ? schemas[file] : schemas[file]?.$defs?.[name];
    const described = Object.entries(node?.properties ?? {}).map(([field, property]) =>
      describeField(field, property, node?.required ?? []),
    );
    expect(described.sort()).toEqual([...fields].sort());
  });

  test('only objects of the interface are described', () => {
    const objects = definitions().filter(([, node]) => node.type === 'object');
    expect(objects.map(([ref]) => ref).sort()).toEqual(Object.keys(documented).sort());
  });

  test('every required name is a property', () => {
    for (const [place, node] of allNodes()) {
      for (const name of node.required ?? [])
        expect(Object.keys(node.properties ?? {}), place).toContain(name);
    }
  });
});

describe('the schemas add no constraints', () => {
  const allowed = [
    ...['$schema', '$id', '$ref', '$defs', 'type', 'properties', 'required', 'items', 'format'],
    ...['title', 'description', 'examples'],
    ...annotations,
  ];

  test('no keyword restricts an object, a list of values or a range', () => {
    for (const [place, node] of allNodes()) {
      for (const keyword of Object.keys(node)) expect(allowed, place).toContain(keyword);
    }
  });

  test('suggested values are called suggestions', () => {
    const suggesting = allNodes().filter(([, node]) => node.examples !== undefined);
    expect(suggesting.map(([place]) => place.split('/').at(-1)).sort()).toEqual([
      'importance_sampling_level',
      'role',
      'split',
      'type',
    ]);
    for (const [place, node] of suggesting) {
      expect(node.description, place).toMatch(/suggestion/);
      expect(node.description, place).toMatch(/not documented as a closed list/);
    }
  });

  test('every training setting says what is undocumented about it', () => {
    for (const [name, node] of Object.entries(schemas['training-config.json']?.properties ?? {})) {
      expect(node.description, name).toMatch(/default[^.]* not documented|nor are effect and default/);
    }
  });
});

test('every definition and every property has a title and a description', () => {
  const properties = definitions().flatMap(([ref, node]) =>
    Object.entries(node.properties ?? {}).map(([name, child]): [string, SchemaNode] => [
      `${ref}/${name}`,
      child,
    ]),
  );
  for (const [place, node] of [...definitions(), ...properties]) {
    expect(node.title?.trim(), place).toBeTruthy();
    expect(node.description, place).toMatch(/^[A-Z].*\.$/);
  }
});

test('every schema is valid JSON Schema in strict mode, and every reference resolves', () => {
  const ajv = new Ajv2020({ strict: true, keywords: annotations, schemas: Object.values(schemas) });
  formats(ajv, ['uuid', 'date-time']);
  for (const [ref] of definitions()) expect(ajv.getSchema(ref), ref).toBeTypeOf('function');
});

function describeField(name: string, property: SchemaNode, required: readonly string[]): string {
  return `${name}${required.includes(name) ? '!' : ''}: ${describeType(property)}`;
}

function describeType(node: SchemaNode): string {
  if (node.$ref === undefined) {
    return node.items === undefined ? `${node.type}` : `${node.type} of ${describeType(node.items)}`;
  }
  const name = node.$ref.split('#/$defs/').at(-1) ?? '';
  const target = schemas['parts.json']?.$defs?.[name];
  return target?.format === undefined ? name : `${target.type}, ${target.format}`;
}
