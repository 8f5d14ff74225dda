import type { ObjectRule } from './rule';

/** A tool with the members of its function next to its type, instead of in `function`. */
export const flatTool: ObjectRule = {
  of: 'object',
  appliesTo: (schema) => schema.properties?.get(wrapper)?.properties?.has(ofFunction) === true,
  check({ schema, from, has }, report) {
    if (has(wrapper) || !(has(ofFunction) || has('name'))) return;
    report({
      code: 'unknown-property',
      severity: 'warning',
      from,
      to: from + 1,
      message: `The name and the parameters of a ${schema.title.toLowerCase()} belong inside "${wrapper}".`,
      fix: { name: wrapper },
    });
  },
};

const wrapper = 'function';
const ofFunction = 'parameters';
