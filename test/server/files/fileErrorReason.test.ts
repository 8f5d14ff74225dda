import { spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import { describe, expect, it } from 'vitest';
import { fileErrorReason } from '../../../server/files/fileErrorReason';
import { program, useFolder } from '../../cli/program';

const folder = useFolder();
const { EDQUOT, ESTALE } = constants.errno;

describe('Why a call to the file system failed', () => {
  it.skipIf(process.platform === 'win32')('is told even if Node has no name for it', () => {
    // What Node 20 throws: its list of names has neither.
    const unnamed = (errno: number) => Object.assign(new Error(), { code: 'Unknown system error', errno });
    expect(fileErrorReason(unnamed(-EDQUOT))).toBe('Your quota of the disk is used up.');
    expect(fileErrorReason(unnamed(-ESTALE))).toBe('It was deleted or replaced on the file server.');
  });

  it.skipIf(process.platform === 'win32')('is told of a file that would be too large', () => {
    const input = '{"trajectories": [{"reward": "1"}]}\n'.repeat(2000);
    const command = 'ulimit -f 4; exec "$0" "$@"';
    const args = ['check', '-', '--as', 'trajectory-jsonl', '--output', 'report.txt'];
    const { status, stderr } = spawnSync('sh', ['-c', command, process.execPath, program, ...args], {
      cwd: folder.path,
      input,
      encoding: 'utf8',
    });
    expect(stderr).toMatch(/report\.txt: Cannot write the report: The file would be larger than .*ulimit -f/);
    expect(status).toBe(2);
  });
});
