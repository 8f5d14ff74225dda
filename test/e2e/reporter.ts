import Mocha from 'mocha';

/**
 * Prints one line per test and, at the end, one line of counts for the caller of the suite. Uses
 * the console, the only output of a web worker.
 */
export class LineReporter extends Mocha.reporters.Base {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const counts = { passed: 0, failed: 0, skipped: 0 };
    runner.on('pass', (test) => {
      counts.passed += 1;
      print(`  ✓ ${test.fullTitle()} (${test.duration} ms)`);
    });
    runner.on('pending', (test) => {
      counts.skipped += 1;
      print(`  - ${test.fullTitle()}`);
    });
    runner.on('fail', (test, error: Error) => {
      counts.failed += 1;
      print(`  ✗ ${test.fullTitle()}\n${error.stack ?? error.message}`);
    });
    runner.on('end', () => print(`in-host suite: ${JSON.stringify(counts)}`));
  }
}

/** The prefix separates the suite's lines from the workbench's own log. */
function print(text: string): void {
  console.log(`[suite] ${text}`);
}
