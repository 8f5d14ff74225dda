/**
 * A reference to an item of a document, such as "group 37, trajectory 2, message 5 of rollouts.trajectories.json".
 * *Copy Reference* writes it and *Go to Location…* reads it. Words count from 1, values from 0. A trajectory has its
 * number in its group, or in the document if no group is named.
 */
export interface Reference {
  /** Null when the trajectory is counted through the document. */
  readonly group: number | null;
  /** The number of the trajectory; null for the group as a whole. */
  readonly member: number | null;
  /** Null for the trajectory as a whole. */
  readonly message: number | null;
  /** File name of the document; null when not given. */
  readonly file: string | null;
}

export function writeReference({ group, member, message, file }: Reference): string {
  const parts = group === null ? [] : [`group ${group + 1}`];
  if (member !== null) parts.push(`trajectory ${member + 1}`);
  if (member !== null && message !== null) parts.push(`message ${message + 1}`);
  return `${parts.join(', ')}${file === null ? '' : ` of ${file}`}`;
}

const numberSource = String.raw`#?([1-9]\d{0,8})`;
/** A comma, a slash, an arrow, a dot between items, or just white space. */
const separatorSource = String.raw`\s*(?:[,;/>›·]|->)?\s*`;
const trajectorySource = String.raw`traj(?:ectory|\.)?\s*`;
const inGroupSource = String.raw`group\s*${numberSource}(?:${separatorSource}${trajectorySource}${numberSource}(?:${separatorSource}message\s*${numberSource})?)?`;
const inDocumentSource = String.raw`${trajectorySource}${numberSource}(?:${separatorSource}message\s*${numberSource})?`;
const referencePattern = new RegExp(
  String.raw`^(?:${inGroupSource}|${inDocumentSource})(?:\s+of (\S.*))?$`,
  'is',
);

/** Reads a reference; null for anything else. */
export function readReference(input: string): Reference | null {
  const match = referencePattern.exec(input.trim());
  if (match === null) return null;
  const [, group, member, message, alone, messageAlone, file] = match;
  return {
    group: fromOne(group),
    member: fromOne(member ?? alone),
    message: fromOne(message ?? messageAlone),
    file: file ?? null,
  };
}

function fromOne(digits: string | undefined): number | null {
  return digits === undefined ? null : Number(digits) - 1;
}
