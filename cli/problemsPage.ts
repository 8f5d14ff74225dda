import { existsSync } from 'node:fs';
import { join } from 'node:path';

const path = join(__dirname, '../../docs/problems.md');

/** The page that explains each problem, which is shipped beside the program; null if it is not there. */
export const problemsPage: string | null = existsSync(path) ? path : null;
