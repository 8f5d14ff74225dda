import type { ObjectRule } from './rule';

/** Properties that the schemas require must be there; reported at the opening bracket. */
export const missingProperty: ObjectRule = {
  of: 'object',
  appliesTo: (schema) => schema.required.size > 0,
  check({ schema, from, has, isMeant }, report) {
    for (const name of schema.required) {
      if (has(name) || isMeant(name)) continue;
      report({
        code: 'missing-property',
        severity: 'error',
        from,
        to: from + 1,
        message: `${schema.title} is missing the required property ${name}.`,
        fix: { name },
      });
    }
  },
};
