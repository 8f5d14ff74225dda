/**
 * The suite that runs inside the extension host, in Node or in a web worker. It uses only the
 * editor's API, so that both run the same bundle.
 */
import { config } from 'chai';
import Mocha from 'mocha';
import { extensions } from 'vscode';
import { setting } from './documents';
import { LineReporter } from './reporter';

const id = 'trajectory-tools.trajectory-tools';

/** Time limit in ms for hanging tests: much more than any test takes on a busy machine. */
const patience = 5 * 60_000;

/** Runs every test; rejects if one fails, which makes the editor's process fail. */
export async function run(): Promise<void> {
  // Show full values in failures.
  config.truncateThreshold = 0;
  const mocha = new Mocha({ ui: 'bdd', timeout: patience, reporter: LineReporter });
  mocha.suite.emit('pre-require', globalThis, 'suite', mocha);
  // If the extension cannot start, this fails with the reason, instead of every test timing out.
  mocha.suite.beforeAll(() => extensions.getExtension(id)?.activate());
  // Hints are on by default, and would appear among the problems that most tests check.
  mocha.suite.beforeAll(() => setting('trajectory.hints', false));
  await import('./manifest.suite');
  await import('./start.suite');
  await import('./associations.suite');
  await import('./languages.suite');
  await import('./diagnostics.suite');
  await import('./editing.suite');
  await import('./editingCommands.suite');
  await import('./features.suite');
  await import('./changes.suite');
  await import('./hints.suite');
  await import('./report.suite');
  await import('./view.suite');
  await import('./sending.suite');
  await import('./tasks.suite');
  const failures = await new Promise<number>((resolve) => mocha.run(resolve));
  if (failures > 0) throw new Error(`${failures} failed`);
}
