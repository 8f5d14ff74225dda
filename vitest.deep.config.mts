import { mergeConfig } from 'vitest/config';
import unit from './vitest.config.mts';

// This file is read once more for each project: all take the same seed.
if (process.env['RANDOM_SEED'] === undefined) {
  process.env['RANDOM_SEED'] = String(Date.now() % 2 ** 31);
  const command = `RANDOM_SEED=${process.env['RANDOM_SEED']} npm run test:deep`;
  console.log(`Random inputs of a new seed. \`${command}\` takes the same ones.`);
}

/**
 * The same tests on many more random inputs, different in each run; and tests that print figures. Takes
 * hours; `RANDOM_TIMES=10` makes it minutes.
 */
export default mergeConfig(unit, {
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'figures', include: ['test/**/*.deep.ts'], globalSetup: 'test/programs.ts' },
      },
    ],
    env: { RANDOM_TIMES: process.env['RANDOM_TIMES'] ?? '100', RANDOM_SEED: process.env['RANDOM_SEED'] },
    // A long search is not a hanging test.
    testTimeout: 24 * 60 * 60_000,
  },
});
