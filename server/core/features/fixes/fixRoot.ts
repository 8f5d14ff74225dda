import type { Document } from '../../document';
import { Flag } from '../../syntax/tokens/token';
import { childAt, rootOf } from '../../syntax/tree/nodes';
import type { QuickFix } from './fix';

/** The fix of an array, or of a trajectory, in the place of a log request: a log request around what is there. */
export function fixRoot(document: Document): QuickFix[] {
  const isMeant = document.type.wrongFile?.rewrites.includes('wrap') === true;
  const fix = isMeant ? wrapInLogRequest(document) : null;
  return fix === null ? [] : [fix];
}

/**
 * Makes a log request of an array of groups or trajectories, of one group or one trajectory; the name of the
 * split is to be filled in. Null where the root is something else, or is not closed.
 */
export function wrapInLogRequest(document: Document): QuickFix | null {
  const { names } = document.engine.schemas;
  const value = childAt(rootOf(document.tree), 0);
  const shape = document.type.kind === 'group' ? 'group' : document.type.shape;
  if (value === null || (value.flags & Flag.broken) !== 0) return null;
  const [groups, trajectories] = [JSON.stringify(names.groups), JSON.stringify(names.trajectories)];
  const around: Partial<Record<string, readonly [string, string]>> = {
    groups: [`${groups}: `, ''],
    group: [`${groups}: [`, ']'],
    trajectories: [`${groups}: [{ ${trajectories}: `, ' }]'],
    trajectory: [`${groups}: [{ ${trajectories}: [`, '] }]'],
  };
  const found = around[shape ?? ''];
  if (found === undefined) return null;
  const start = `{\n  ${JSON.stringify(names.split)}: "`;
  return {
    title: 'Wrap in a log request',
    code: 'wrong-file',
    edits: [
      { from: value.from, to: value.from, insert: `${start}",\n  ${found[0]}` },
      { from: value.to, to: value.to, insert: `${found[1]}\n}` },
    ],
    isPreferred: true,
    cursor: value.from + start.length,
  };
}
