import type { PathSegment } from '../../syntax/nodes/path';
import { Kind } from '../../syntax/tree/nodeKind';
import type { Work } from '../../work';
import { collectionFields } from '../reading/fields';
import { membersOf } from '../reading/members';
import type { TextAndSchemas } from '../reading/messages';
import { countIn, type Value } from '../reading/values';
import { type CutText, cutText, formOf } from './texts';

/** Data of a trajectory other than its messages and columns. */
export interface Section {
  readonly name: string;
  /** Number of items or members; null for a value that has none. */
  readonly count: number | null;
  readonly text: CutText;
}

/** Maximum sections to send, and maximum members of a trajectory to read. */
const maxSections = 100;
const maxMembers = 10_000;

export function* sectionsOf(
  { text, schemas }: TextAndSchemas,
  trajectory: Value,
): Work<{ readonly sections: readonly Section[]; readonly leftOut: number }> {
  const { shown } = collectionFields(schemas);
  // Of duplicate names, the last counts.
  const members = new Map<string, Value>();
  const found = membersOf(text, trajectory, { limit: maxMembers });
  for (const { key, value } of found) if (!shown.has(key)) members.set(key, value);
  const sections: Section[] = [];
  for (const [name, value] of [...members].slice(0, maxSections)) {
    const path: PathSegment[] = [name];
    const form = yield* formOf(text, value);
    const count = value.kind === Kind.array || value.kind === Kind.object ? countIn(value) : null;
    sections.push({ name, count, text: yield* cutText(text, value, { path, form }) });
    yield;
  }
  const unseen = countIn(trajectory) - found.length;
  return { sections, leftOut: members.size - sections.length + unseen };
}
