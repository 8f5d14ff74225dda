import type { Document } from '../../document';
import type { Node } from '../../syntax/nodes/node';
import type { Work } from '../../work';
import { callArguments } from './callArguments';
import { invalidParameters } from './invalidParameters';
import { missingTools } from './missingTools';
import { misspeltRoles } from './misspeltRoles';
import { noAssistantTurn } from './noAssistantTurn';
import { pairedCalls } from './pairedCalls';
import { plainTrajectoriesOf } from './plain/plainTrajectories';
import { max, trajectoryOf } from './readTrajectory';
import { bracketOf, type HintRule, type ReportHint } from './trajectory';

/** `plain/` must not call a trajectory plain on which one of these could report something. */
const rules: readonly HintRule[] = [
  noAssistantTurn,
  misspeltRoles,
  pairedCalls,
  callArguments,
  invalidParameters,
  missingTools,
];

/** Reports the hints of a trajectory, except that on the rewards of its group. */
export function* explainTrajectory(document: Document, node: Node, report: ReportHint): Work<void> {
  if (isLong(node)) {
    const length = max.length.toLocaleString('en');
    const message = `Hints are given for trajectories of up to ${length} characters. This one is longer.`;
    return report('too-many-problems', bracketOf(node), message);
  }
  const plain = yield* plainTrajectoriesOf(document).read(document, node);
  if (plain !== null) return missingTools(plain, report);
  const trajectory = yield* trajectoryOf(document, node);
  if (trajectory === 'too long') {
    const message = `Hints are given for conversations of up to ${max.messages} messages with ${max.calls} tool calls, and for up to ${max.tools} tools. This trajectory has more.`;
    report('too-many-problems', bracketOf(node), message);
  } else if (trajectory !== null) {
    for (const rule of rules) yield* rule(trajectory, report) ?? [];
    yield* plainTrajectoriesOf(document).remember(document, node, trajectory.tools);
  }
}

function isLong({ handle, from, to }: Node): boolean {
  return to - from > max.length || (handle.type === 'branch' && handle.branch.isShortened);
}
