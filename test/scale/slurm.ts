import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { cpus, hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A Slurm cluster of one node: this machine. */
export interface Cluster {
  /** The environment for Slurm's commands. */
  readonly env: Readonly<Record<string, string>>;
  /** The state of the node in Slurm's words, such as `idle`; empty while the controller does not answer. */
  nodeState(): Promise<string>;
  close(): Promise<void>;
}

/** Starts Slurm's two programs, with everything they write in `folder`. Needs root, as `slurmd` does. */
export async function startCluster(folder: string): Promise<Cluster> {
  const configuration = join(folder, 'slurm.conf');
  for (const name of ['state', 'spool']) mkdirSync(join(folder, name));
  writeFileSync(configuration, settings(folder, await freePort(), await freePort()));
  const env = { ...(process.env as Record<string, string>), SLURM_CONF: configuration };
  const start = (program: string): ChildProcess => {
    const child = spawn(program, ['-D', '-f', configuration], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const log = createWriteStream(join(folder, `${program}.log`));
    child.stdout.pipe(log);
    child.stderr.pipe(log);
    return child;
  };
  const programs = ['slurmctld', 'slurmd'].map(start);
  return {
    env,
    nodeState: async () => {
      const { stdout } = await run('sinfo', ['--noheader', '--format=%T'], { env }).catch(() => ({
        stdout: '',
      }));
      return stdout.trim();
    },
    close: async () => {
      for (const child of programs) {
        const ended = child.exitCode === null ? once(child, 'exit') : null;
        child.kill();
        await ended;
      }
    },
  };
}

/** Without accounts, keys and control groups, which a single machine for tests does not need. */
function settings(folder: string, controllerPort: number, nodePort: number): string {
  const host = hostname();
  const lines = {
    ClusterName: 'test',
    SlurmctldHost: `${host}(127.0.0.1)`,
    SlurmctldPort: controllerPort,
    SlurmdPort: nodePort,
    SlurmUser: userInfo().username,
    SlurmdUser: userInfo().username,
    AuthType: 'auth/none',
    CredType: 'cred/none',
    ProctrackType: 'proctrack/linuxproc',
    TaskPlugin: 'task/none',
    JobAcctGatherType: 'jobacct_gather/none',
    SelectType: 'select/cons_tres',
    SelectTypeParameters: 'CR_Core',
    MpiDefault: 'none',
    ReturnToService: 2,
    StateSaveLocation: join(folder, 'state'),
    SlurmdSpoolDir: join(folder, 'spool'),
    SlurmctldPidFile: join(folder, 'slurmctld.pid'),
    SlurmdPidFile: join(folder, 'slurmd.pid'),
  };
  return [
    ...Object.entries(lines).map(([name, value]) => `${name}=${value}`),
    `NodeName=${host} NodeAddr=127.0.0.1 CPUs=${cpus().length} State=UNKNOWN`,
    `PartitionName=all Nodes=${host} Default=YES State=UP`,
    '',
  ].join('\n');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
