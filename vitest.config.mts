import { defineConfig } from 'vitest/config';

/** Tests that need no editor. The others run inside one (`test/e2e`) or drive one (`test/journeys`). */
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/e2e/**', 'test/journeys/**'],
    maxWorkers: '100%',
  },
});
