import { defineConfig, defineProject } from 'vitest/config';
import { patience } from './test/vscode/launch.mjs';

/** Time limit in ms for a hanging test of many steps. */
const wholeTest = 2 * patience;
const common = {
  isolate: false,
  setupFiles: 'test/journeys/support/eachFile.ts',
  testTimeout: wholeTest,
  hookTimeout: wholeTest,
  expect: { poll: { timeout: patience } },
  // Those of the setup file come first.
  sequence: { hooks: 'list' },
} as const;
/** This one builds; the others use the finished build. */
const start = 'test/journeys/start.journey.ts';

/**
 * Journeys through the real workbench, on the packaged extension. Each has an editor and a browser of its own; the
 * modules that drive them are loaded once for several.
 */
export default defineConfig({
  test: {
    // A window waits often, and uses more than one core when it does not.
    maxWorkers: 2,
    teardownTimeout: wholeTest,
    projects: [
      defineProject({
        test: {
          ...common,
          name: 'journeys',
          include: ['test/journeys/**/*.journey.ts'],
          exclude: [start],
          globalSetup: 'test/journeys/support/installed.ts',
        },
      }),
      defineProject({
        test: { ...common, name: 'start', include: [start], sequence: { ...common.sequence, groupOrder: 1 } },
      }),
    ],
  },
});
