import type { Schema } from '../schema/schema';
import type { ObjectRule } from './rule';

/** A tool with the members of its function next to its type, instead of in `function`. */
export const flatTool: ObjectRule = {
  of: 'object',
  appliesTo: isTool,
  check({ schema, from, has, isMeant }, report) {
    if (!isFlat(has) || isMeant(wrapper)) return;
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

/**
 * The property of a tool that contains its function. A rule sees one schema, not the place where tools are documented,
 * so it knows that of a tool by these names.
 */
export const wrapper = 'function';
const ofFunction = 'parameters';

/** Whether a schema is that of a tool. */
export function isTool(schema: Schema): boolean {
  return schema.properties?.get(wrapper)?.properties?.has(ofFunction) === true;
}

/** Whether a tool with such members is flat. */
export function isFlat(has: (name: string) => boolean): boolean {
  return !has(wrapper) && (has(ofFunction) || has('name'));
}
