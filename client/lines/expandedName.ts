/** The file name of an expanded line: `rollouts.trajectories.jsonl`, 11 → `rollouts.line-12.trajectory.json`. */
export function expandedName(path: string, line: number): string {
  const name = path.split('/').at(-1) ?? '';
  const stem = name.replace(/(\.trajector(y|ies))?\.(jsonl|ndjson|json)$/i, '');
  return `${stem === '' ? 'untitled' : stem}.line-${line + 1}.trajectory.json`;
}
