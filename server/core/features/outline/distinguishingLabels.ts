import { memberNamed } from '../../collection/reading/namedMember';
import type { Document } from '../../document';
import { labelsName } from '../../schema/fields';
import { childAt, childCount, childrenOf } from '../../syntax/nodes/children';
import type { Node } from '../../syntax/nodes/node';
import { Kind } from '../../syntax/tree/nodeKind';
import { keyName } from '../../syntax/tree/strings';
import { label } from '../visible';
import { namePreview } from './preview';

/** Maximum labels per item. */
const maxLabels = 2;
/** Metadata members to inspect, and maximum length of a value for a label. */
const maxMembers = 50;
const maxTextLength = 30;

/** Keys that programs use to tell runs apart. */
const telling =
  /(^|_|[a-z](?=[A-Z]))(id|idx|index|uid|uuid|key|task|trial|seed|attempt|sample|instance|episode|problem|question|env|name)$/i;

/** `task_id 12`, `trial 3`: the metadata that tells a trajectory from others, judged by the keys. */
export function labelsOfTrajectory(document: Document, trajectory: Node): string[] {
  const metadata = memberNamed(document, trajectory, labelsName(document.engine.schemas));
  const named: string[] = [];
  const others: string[] = [];
  for (const member of metadata?.kind === Kind.object ? childrenOf(metadata) : []) {
    if (member.index >= maxMembers || named.length === maxLabels) break;
    const { kind, key, from, to } = member;
    const isShort =
      (kind === Kind.string || kind === Kind.number) && to - from <= maxTextLength && to - from > 2;
    const isNumber = kind === Kind.number && to - from <= maxTextLength;
    if (key === null || key.to - key.from > maxTextLength || !(isShort || isNumber)) continue;
    const name = keyName(document.text, key);
    (telling.test(name) ? named : others).push(
      `${label(name)} ${namePreview(document.text, member, maxTextLength)}`,
    );
  }
  return named.length > 0 ? named : others.slice(0, 1);
}

/** The labels that the first and the last trajectory of a group share: usually all share them. */
export function labelsOfGroup(document: Document, group: Node): string[] {
  const { trajectories } = document.engine.schemas.names;
  const array = memberNamed(document, group, trajectories);
  const count = array?.kind === Kind.array ? childCount(array) : 0;
  if (count === 0) return [];
  const [first, last] = [childAt(array!, 0)!, childAt(array!, count - 1)!];
  const labels = labelsOfTrajectory(document, first);
  if (count === 1) return labels;
  const ofLast = new Set(labelsOfTrajectory(document, last));
  return labels.filter((label) => ofLast.has(label));
}
