import { expect, it } from 'vitest';
import manifest from '../../../package.json';
import { defaultLimits } from '../../../send/transport/clocks';

it('The default time limits are those of the setting, in milliseconds', () => {
  const { default: seconds } = manifest.contributes.configuration.properties['trajectory.timeouts'];
  const limits = Object.entries(seconds).map(([name, value]) => [name, value * 1000]);
  expect(defaultLimits).toEqual(Object.fromEntries(limits));
});
