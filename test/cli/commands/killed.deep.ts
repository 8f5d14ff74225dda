import { it } from 'vitest';
import { tellFigure } from '../../budget';
import { useFolder } from '../program';
import { killFix } from './killed';

const folder = useFolder();

it('`fix` that is killed 100 times leaves the old or the new file each time', async () => {
  const replaced = await killFix(folder, 100);
  tellFigure(`\`fix\` was killed 100 times: ${replaced} times after it had replaced the file.`);
});
