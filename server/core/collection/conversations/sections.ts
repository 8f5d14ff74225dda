import type { PathSegment } from '../../syntax/tree/nodes';
import type { Work } from '../../work';
import { collectionFields } from '../reading/fields';
import type { TextAndSchemas } from '../reading/messages';
import { countIn, membersOf, type Value } from '../reading/values';
import { type CutText, cutText, formOf } from './texts';

/** A part of a trajectory besides its messages and what stands in columns. */
export interface Section {
  readonly name: string;
  /** Items or members. */
  readonly count: number;
  readonly text: CutText;
}

/** Sections that are given, and members of a trajectory that are looked at. */
const maxSections = 100;
const maxMembers = 10_000;

export function* sectionsOf(
  { text, schemas }: TextAndSchemas,
  trajectory: Value,
): Work<{ readonly sections: readonly Section[]; readonly leftOut: number }> {
  const { shown } = collectionFields(schemas);
  // Of several with one name the last counts.
  const members = new Map<string, Value>();
  const found = membersOf(text, trajectory, { limit: maxMembers });
  for (const { key, value } of found) if (!shown.has(key)) members.set(key, value);
  const sections: Section[] = [];
  for (const [name, value] of [...members].slice(0, maxSections)) {
    const path: PathSegment[] = [name];
    const form = yield* formOf(text, value);
    sections.push({ name, count: countIn(value), text: yield* cutText(text, value, { path, form }) });
    yield;
  }
  const unseen = countIn(trajectory) - found.length;
  return { sections, leftOut: members.size - sections.length + unseen };
}
