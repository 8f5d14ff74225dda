import * as vscode from 'vscode';
import { countOf } from '../../send/format/counts';
import type { DescribedSource } from '../../send/request/body';
import { type Grouping, needsGrouping } from '../../send/request/grouping';

/** If trajectories are not in groups, asks how to group them. Null when the user dismissed the question. */
export async function askForGrouping<Described extends DescribedSource>(
  described: Described,
  given: Grouping | undefined,
): Promise<Described | null> {
  if (!needsGrouping(described.summary)) return described;
  const number = countOf(described.summary.trajectoryCount, 'trajectory');
  const choices = [
    { label: 'One Group', detail: `All ${number} belong together.`, grouping: 'one' as const },
    {
      label: 'One Group Each',
      detail: `Each of the ${number} becomes a group of its own.`,
      grouping: 'each' as const,
    },
  ];
  const [title, placeHolder] = ['Group the Trajectories', 'The trajectories are not in groups'];
  const grouping =
    given ??
    (await vscode.window.showQuickPick(choices, { title, placeHolder, ignoreFocusOut: true }))?.grouping;
  return grouping === undefined ? null : { ...described, grouping };
}
