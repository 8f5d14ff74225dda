export { decode } from './decode';
export { findDoubts, useTables } from './doubt';
export {
  bytes,
  decoded,
  documentedKinds,
  doubts,
  frames,
  itemSchemas,
  lineStarts,
  nameFlags,
  plainKinds,
  properties,
  results,
  rows,
  window,
  windowLength,
} from './memory';
export { addName, clearNames, nextName } from './names';
export { readMembers } from './read';
