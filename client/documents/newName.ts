/**
 * The `count`-th candidate name for a document made from another: `rollouts.json` → `rollouts.trajectories.jsonl`,
 * `rollouts-2.…`.
 */
export function newName(path: string, suffix: string, count: number): string {
  const name = path.split('/').at(-1) ?? '';
  const stem = name.replace(/(\.trajector(y|ies)|\.training-job)?\.(jsonl|ndjson|json)$/i, '');
  return `${stem === '' ? 'converted' : stem}${count === 1 ? '' : `-${count}`}${suffix}`;
}
