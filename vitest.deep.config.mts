import { mergeConfig } from 'vitest/config';
import unit from './vitest.config.mts';

const seed = process.env['RANDOM_SEED'] ?? String(Date.now() % 2 ** 31);
console.log(`Random inputs of seed ${seed}. \`RANDOM_SEED=${seed} npm run test:deep\` takes the same ones.`);

/**
 * The same tests on many more random inputs, different in each run; and tests that print figures. Takes
 * hours; `RANDOM_TIMES=10` makes it minutes.
 */
export default mergeConfig(unit, {
  test: {
    include: ['test/**/*.deep.ts'],
    env: { RANDOM_TIMES: process.env['RANDOM_TIMES'] ?? '100', RANDOM_SEED: seed },
    // A long search is not a hanging test.
    testTimeout: 24 * 60 * 60_000,
  },
});
