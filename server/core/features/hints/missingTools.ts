import type { HintRule } from './trajectory';

/** The trajectory calls tools but defines none. One hint, at the first call. */
export const missingTools: HintRule = ({ calls: [first], tools }, report) => {
  if (first === undefined || tools?.length !== 0) return;
  report('missing-tools', first.range, 'A tool is called here, but this trajectory defines no tools.');
};
