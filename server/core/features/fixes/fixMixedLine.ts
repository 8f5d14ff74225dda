import { Flag } from '../../syntax/tokens/token';
import { isMixed } from '../mixedLine';
import { type Fixer, insert } from './fix';

/** `mixed-lines`: makes a group of a trajectory among groups. How to group the others is for the user to decide. */
export const fixMixedLine: Fixer = (document, { code }, { node }) => {
  const isWhole = (node.flags & Flag.broken) === 0;
  if (document.type.kind !== 'group-lines' || !isWhole || !isMixed(document, node, false)) return [];
  const { trajectories } = document.engine.schemas.names;
  const edits = [insert(node.from, `{${JSON.stringify(trajectories)}: [`), insert(node.to, ']}')];
  return [{ title: 'Wrap the trajectory in a group', code, edits, isPreferred: true }];
};
