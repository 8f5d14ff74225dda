import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  group,
  logRequest,
  trainingConfig,
  trainingJob,
  type Validator,
} from '../../../../generated/validators.mjs';
import { type DocumentOptions, openDocument, problemsOf } from '../../../../server/core/document';
import type { DocumentKind } from '../../../../server/core/schema/documentKind';
import type { Schema } from '../../../../server/core/schema/schema';
import { inputs } from '../../../budget';
import { engine } from '../support';

const { schemas } = engine;

const kinds: readonly (readonly [DocumentKind, Schema, Validator])[] = [
  ['log-request', schemas.logRequest, logRequest],
  ['training-job', schemas.trainingJob, trainingJob],
  ['group', schemas.group, group],
  ['training-config', schemas.trainingConfig, trainingConfig],
];

/** Values of every type, to use where another type is documented. */
const anything = fc.constantFrom<unknown>(
  null,
  true,
  0,
  -1.5,
  '',
  'text',
  '1',
  [],
  [null],
  {},
  { reward: 'x' },
  [[{}]],
);
/**
 * Strings on which both agree. For others they differ on purpose: the documented ISO 8601 is wider than the
 * validators' RFC 3339, and a `urn:uuid:` is not a UUID.
 */
const formats: Record<string, readonly string[]> = {
  uuid: ['3f2a1b9c-7d54-4e0a-9c61-5b8f0d2e4a77', '3F2A1B9C-7D54-4E0A-9C61-5B8F0D2E4A77', '3f2a1b9c', ''],
  'date-time': [
    '2026-03-14T09:26:53Z',
    '2026-03-14T09:26:53.5Z',
    '2026-02-30T09:26:53Z',
    '2026-03-14T09:26:53+01:00',
    'now',
  ],
};

/** Values that mostly, often entirely, match a schema. */
function valueFor(schema: Schema, mistakes: number): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 100, arbitrary: documented(schema, mistakes) },
    { weight: mistakes, arbitrary: fc.oneof(anything, fc.constant(null)) },
  );
}

function documented(schema: Schema, mistakes: number): fc.Arbitrary<unknown> {
  if (schema.format !== null) {
    const [valid, ...others] = formats[schema.format]!;
    const other = { weight: mistakes, arbitrary: fc.constantFrom(...others) };
    return fc.oneof({ weight: 100, arbitrary: fc.constant(valid) }, other);
  }
  switch (schema.type) {
    case 'object':
      return objectFor(schema, mistakes);
    case 'array':
      return fc.array(schema.items === null ? anything : valueFor(schema.items, mistakes), { maxLength: 3 });
    case 'string':
      return fc.constantFrom('', 'token', 'user', 'é😀');
    case 'number':
      return fc.constantFrom(0, -1, 0.5, 1e21);
    case 'boolean':
      return fc.boolean();
    case null:
      return anything;
  }
}

function objectFor(schema: Schema, mistakes: number): fc.Arbitrary<unknown> {
  const own = [...(schema.properties ?? [])].map(
    ([name, value]) => [name, valueFor(value, mistakes)] as const,
  );
  const model = Object.fromEntries([...own, ['not_documented', anything], ['tool_calls', anything]]);
  const whole = fc.record(model, { requiredKeys: [...schema.required] });
  return fc.oneof(
    { weight: 100, arbitrary: whole },
    { weight: mistakes, arbitrary: fc.record(model, { requiredKeys: [] }) },
  );
}

describe('A document has an error exactly when the validators compiled from the schemas reject it', () => {
  it.each(kinds)('%s', (kind, schema, validate) => {
    const seen = { accepted: 0, rejected: 0 };
    const values = fc.constantFrom(0, 1, 8).chain((mistakes) => valueFor(schema, mistakes));
    const property = fc.property(values, fc.constantFrom(undefined, 2), (value, indent) => {
      const accepted = validate(value);
      seen[accepted ? 'accepted' : 'rejected']++;
      const how: DocumentOptions = { language: 'trajectory', name: 'body.json', kind };
      const found = problemsOf(openDocument(engine, JSON.stringify(value, null, indent), how));
      const errors = found.filter(({ severity }) => severity === 'error');
      expect({ accepted: errors.length === 0, errors }).toEqual({ accepted, errors });
      expect(errors.map(({ code }) => code)).not.toContain('syntax');
    });
    fc.assert(property, inputs(400));
    // Otherwise agreement would prove little.
    expect(Math.min(seen.accepted, seen.rejected)).toBeGreaterThan(inputs(400).numRuns / 20);
  });
});
