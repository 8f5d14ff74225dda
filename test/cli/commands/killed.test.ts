import { it } from 'vitest';
import { useFolder } from '../program';
import { killFix } from './killed';

const folder = useFolder();

it('`fix` that is killed leaves the old or the new file', async () => {
  await killFix(folder, 4);
});
