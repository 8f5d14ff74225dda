import { defineConfig } from 'vitest/config';

/** Time limit in ms for hanging tests: much more than any test takes on a busy machine. */
const patience = 5 * 60_000;
/** Tests of functions: no processes, no state. Their files share one copy of the modules, which is loaded once. */
const functions = [
  'test/{client,corpus,docs,mistakes,schemas,syntaxes}/**/*.test.ts',
  'test/server/core/**/*.test.ts',
  'test/viewer/*/**/*.test.ts',
];

/** Tests without an editor. The others run inside one (`test/e2e`) or drive one (`test/journeys`). */
export default defineConfig({
  test: {
    maxWorkers: '100%',
    testTimeout: patience,
    hookTimeout: patience,
    teardownTimeout: patience,
    expect: { poll: { timeout: patience } },
    projects: [
      { extends: true, test: { name: 'functions', include: functions, isolate: false } },
      {
        extends: true,
        test: {
          name: 'programs',
          include: ['test/**/*.test.ts'],
          exclude: functions,
          globalSetup: 'test/programs.ts',
        },
      },
    ],
  },
});
