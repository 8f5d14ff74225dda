export { rows } from '../../syntax/kernel/rows';
export {
  candidates,
  documentedKinds,
  findCandidates,
  infoMasks,
  itemSchemas,
  objectsWith,
  properties,
  useTables,
} from './candidates';
