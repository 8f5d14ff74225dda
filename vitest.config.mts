import { defineConfig } from 'vitest/config';

/** Time limit in ms for hanging tests: much more than any test takes on a busy machine. */
const patience = 5 * 60_000;

/** Tests without an editor. The others run inside one (`test/e2e`) or drive one (`test/journeys`). */
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/e2e/**', 'test/journeys/**'],
    maxWorkers: '100%',
    testTimeout: patience,
    hookTimeout: patience,
    expect: { poll: { timeout: patience } },
  },
});
