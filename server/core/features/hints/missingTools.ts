import type { HintRule } from './trajectory';

/** Tools are called, but the trajectory does not define any. One hint, at the first call. */
export const missingTools: HintRule = ({ calls: [first], tools }, report) => {
  if (first === undefined || tools?.length !== 0) return;
  report('missing-tools', first.range, 'A tool is called here, but this trajectory defines no tools.');
};
