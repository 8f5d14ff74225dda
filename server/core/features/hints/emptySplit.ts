import type { Document } from '../../document';
import { Kind } from '../../syntax/tree/nodeKind';
import { nameValue } from '../../syntax/tree/strings';
import { memberOfRoot } from '../summary';
import type { ReportHint } from './trajectory';

/** A log request's split has no name, for example after a conversion that cannot know it. */
export function emptySplit(document: Document, report: ReportHint): void {
  if (document.type.kind !== 'log-request') return;
  const split = memberOfRoot(document, document.engine.schemas.names.split);
  if (split?.kind !== Kind.string || nameValue(document.text, split) !== '') return;
  const message =
    'The split is empty. Enter its name: what happens to trajectories under an empty name is not documented.';
  report('empty-split', split, message);
}
