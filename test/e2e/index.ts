/**
 * The suite that runs inside the extension host, in Node and in a web worker alike. It uses nothing but the
 * editor's API, so that both run the same bundle.
 */
import { config } from 'chai';
import Mocha from 'mocha';
import { extensions } from 'vscode';
import { setting } from './documents';
import { LineReporter } from './reporter';

const id = 'trajectory-tools.trajectory-tools';

/** Milliseconds until a test counts as hung: much more than any test takes on a busy machine. */
const patience = 5 * 60_000;

/** Runs every test; rejects when one fails, which gives the editor's process a failing exit code. */
export async function run(): Promise<void> {
  // Failures show what was found in full.
  config.truncateThreshold = 0;
  const mocha = new Mocha({ ui: 'bdd', timeout: patience, reporter: LineReporter });
  mocha.suite.emit('pre-require', globalThis, 'suite', mocha);
  // Where the extension cannot start, this says why, instead of every test with its time limit.
  mocha.suite.beforeAll(() => extensions.getExtension(id)?.activate());
  // On by default, and shown behind the problems, which most tests are about.
  mocha.suite.beforeAll(() => setting('trajectory.hints', false));
  await import('./manifest.suite');
  await import('./start.suite');
  await import('./diagnostics.suite');
  await import('./editing.suite');
  await import('./editingCommands.suite');
  await import('./features.suite');
  await import('./changes.suite');
  await import('./hints.suite');
  await import('./report.suite');
  await import('./view.suite');
  await import('./sending.suite');
  const failures = await new Promise<number>((resolve) => mocha.run(resolve));
  if (failures > 0) throw new Error(`${failures} failed`);
}
