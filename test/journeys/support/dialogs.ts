import { expect } from 'vitest';
import type { Workbench } from '../../vscode/workbench.mjs';

/**
 * Types a path into a dialog for a file, and accepts it. The dialog writes its proposal over what is typed before, or
 * between: a part of that is enough.
 */
export async function saveAs(bench: Workbench, proposal: string, path: string): Promise<void> {
  const typed = bench.quickInput.locator('input[type=text]').first();
  await expect.poll(() => typed.inputValue()).toContain(proposal);
  await bench.filter(path);
  await bench.acceptPath();
}
