import { unitsOf } from '../../../text/chunks';
import type { Range } from '../../../text/range';
import type { Work } from '../../../work';
import type { Check } from '../schemas/compileSchema';
import { toolSchemaOf } from '../schemas/toolSchema';
import type { Tool } from '../trajectory';
import type { Units } from './units';

/** Longer definitions of tools are not remembered; nor are more than so many. */
const maxLength = 2 ** 16;
const maxRemembered = 8;

/** Tools that trajectories define, all of them with parameters that are a schema. */
export interface DefinedTools {
  readonly spelled: Uint16Array;
  readonly named: readonly {
    readonly name: Uint16Array | null;
    /** Null if nothing is known of its parameters, or if another tool has the same name. */
    readonly check: Check | null;
  }[];
}

export const noTools: DefinedTools = { spelled: new Uint16Array(0), named: [] };

/** The tools of earlier trajectories: most trajectories of a file define the same ones. */
export class KnownTools {
  private known: DefinedTools[] = [];

  /** The tools that are spelled like this; null if they are not known. */
  find(units: Units, { from, to }: Range): DefinedTools | null {
    for (const tools of this.known) {
      const { spelled } = tools;
      if (spelled.length === to - from && units.areAt(from, spelled, { start: 0, end: spelled.length }))
        return tools;
    }
    return null;
  }

  /** Remembers tools without hints. */
  *remember(units: Units, { from, to }: Range, tools: readonly Tool[]): Work<void> {
    if (to - from > maxLength || this.find(units, { from, to }) !== null) return;
    const spelled = new Uint16Array(to - from);
    units.copy(from, to, spelled, 0);
    const named = new Map<string | null, Check | null>();
    for (const { name, parameters } of tools) {
      const schema = parameters && (yield* toolSchemaOf(parameters));
      yield;
      if (schema?.failure) return;
      named.set(name, named.has(name) ? null : (schema?.check ?? null));
    }
    const defined = {
      spelled,
      named: [...named].map(([name, check]) => ({ name: name === null ? null : unitsOf(name), check })),
    };
    this.known = [defined, ...this.known].slice(0, maxRemembered);
  }
}

/** The check of a tool's arguments; null if there is none. */
export function checkOf({ named }: DefinedTools, units: Units, { from, to }: Range): Check | null {
  for (const { name, check } of named)
    if (name?.length === to - from && units.areAt(from, name, { start: 0, end: name.length })) return check;
  return null;
}
