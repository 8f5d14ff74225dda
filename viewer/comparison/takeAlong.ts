import type { ComparisonOf } from '../../server/viewProtocol/export';
import { counted } from '../format/numbers';
import { documentsOf } from '../state/comparison/comparing';
import type { LoadedComparison } from '../state/loadedComparison';
import type { View } from '../state/view';
import { matchTitle } from './fileNames';

/** Copies the comparison that is shown as Markdown. */
export function copyComparison(view: View): void {
  if (view.comparison === null) return;
  view.host.post({ type: 'copyMarkdown', of: exported(view, view.comparison, 'markdown') });
}

/** Saves the comparison that is shown as a page. */
export function exportComparison(view: View): void {
  if (view.comparison === null) return;
  view.host.post({ type: 'exportHtml', comparison: exported(view, view.comparison, 'page') });
}

function exported(view: View, shown: LoadedComparison, as: ComparisonOf['as']): ComparisonOf {
  const { refs } = shown;
  const documents = documentsOf(view, refs);
  return {
    ...{ what: 'comparison', as, title: titleOf(view, shown) },
    trajectories: refs.map(({ trajectory }) => trajectory),
    ...(documents === null ? {} : { documents }),
  };
}

/** `rollouts.jsonl, group 45`; of two files, which the columns name, the match. */
function titleOf(view: View, shown: LoadedComparison): string {
  if (view.other !== null) return matchTitle(view, shown);
  return `${view.document?.name ?? ''}, group ${counted(shown.trajectories[0]!.group + 1)}`;
}
