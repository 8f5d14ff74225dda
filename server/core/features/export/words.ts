import type { ExportedMessage, ExportedPage } from './reading';

/** Words that Markdown and HTML share. */

const counted = (count: number) => count.toLocaleString('en');

/** `1 message`, `2,000 messages`. */
export function count(number: number, one: string, many: string): string {
  return `${counted(number)} ${number === 1 ? one : many}`;
}

export function trajectoryTitle({ group, member }: Pick<ExportedPage, 'group' | 'member'>): string {
  return `Group ${counted(group + 1)}, trajectory ${counted(member + 1)}`;
}

/** `reward 1, 14 messages, started 2026-03-14T09:26:53Z`. */
export function trajectoryFacts({
  reward,
  total,
  startTime,
}: Pick<ExportedPage, 'reward' | 'total' | 'startTime'>): string {
  const facts = [
    ...(reward === null ? [] : [`reward ${reward}`]),
    count(total, 'message', 'messages'),
    ...(startTime === null ? [] : [`started ${startTime}`]),
  ];
  return facts.join(', ');
}

/** `3 tool get_user, result of message 2`. */
export function messageTitle({
  index,
  role,
  name,
  isChoice,
  finishReason,
  answers,
}: ExportedMessage): string {
  const facts = [
    ...(isChoice ? ['choice'] : []),
    ...(finishReason === null ? [] : [finishReason]),
    ...(answers === null ? [] : [`result of message ${counted(answers.message + 1)}`]),
  ];
  const who = [counted(index + 1), role ?? 'no role', ...(name === null ? [] : [name])].join(' ');
  return [who, ...facts].join(', ');
}

/** What is left out of a text. */
export function moreCharacters(count: number): string {
  return `${counted(count)} more ${count === 1 ? 'character is' : 'characters are'} left out.`;
}

/** What is left out of a message; null if nothing is. */
export function moreParts({ leftOut: { parts, calls } }: ExportedMessage): string | null {
  return parts + calls === 0
    ? null
    : `Left out: further parts: ${counted(parts)}, further calls: ${counted(calls)}.`;
}
