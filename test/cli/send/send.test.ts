import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { journalFolder } from '../../../cli/send/journalFolder';
import { type Ended, exited, program, run, startProgram, textOf, useFolder } from '../program';

const token = 'canary-token-of-the-command-line';
const folder = useFolder();
let service: ChildProcess;
let url: string;

const turn = '"messages_and_choices": [{"role": "assistant", "content": "a"}]';
const request = (reward: string) =>
  `{"split": "train", "trajectory_groups": [{"trajectories": [{${turn}, "reward": ${reward}}]}]}`;
const job = (model: string) =>
  `{"model_id": "${model}", "trajectory_groups": [{"trajectories": [{${turn}, "reward": 1}]}]}`;
const model = '3f2a1b9c-7d54-4e0a-9c61-5b8f0d2e4a77';

beforeAll(async () => {
  service = startProgram(['service', '--port', '0', '--data', join(folder.path, 'data')], {
    env: { TRAJECTORY_SERVICE_TOKEN: token },
  });
  [url] = (await once(createInterface(service.stdout!), 'line')) as [string];
});
afterAll(async () => {
  service.kill();
  await exited(service);
});

/** Everything that the program printed, for the test that it never prints the token. */
const printed: string[] = [];

/** A journal of its own for each test. */
function inState(name: string): { readonly cwd: string; readonly env: Record<string, string> } {
  return {
    cwd: folder.path,
    env: { XDG_STATE_HOME: join(folder.path, name), TRAJECTORY_URL: url, TRAJECTORY_TOKEN: token },
  };
}

async function send(name: string, ...args: string[]): Promise<Ended> {
  const ended = await run(args, inState(name));
  printed.push(ended.stdout, ended.stderr);
  return ended;
}

describe('`trajectory train`', () => {
  it('creates a job, and prints its id for programs', async () => {
    folder.write('a.training-job.json', job(model));
    const { code, stdout, stderr } = await send('train', 'train', 'a.training-job.json', '--yes');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^[0-9a-f-]{36}\n$/)]);
    expect(stderr).toContain('Document: a.training-job.json\nTraining config: none\n');
    expect(stderr).toContain(`Training job ${stdout.trim()} was created.`);
  });

  it.skipIf(process.platform !== 'linux')(
    'says that it has sent, also if its id cannot be written',
    async () => {
      folder.write('full.training-job.json', job(model));
      const full = openSync('/dev/full', 'w');
      const child = startProgram(['train', 'full.training-job.json', '--yes'], {
        ...inState('full'),
        stdio: ['ignore', full, 'pipe'],
      });
      const errors = await textOf(child.stderr!);
      printed.push(errors);
      expect(errors).toMatch(/Training job [0-9a-f-]{36} was created\.\n.*The disk is full\.\n$/);
      expect(await exited(child)).toBe(1);
      closeSync(full);
    },
  );

  it('says that it has sent, also if nothing reads its id', async () => {
    folder.write('closed.training-job.json', job(model));
    const child = startProgram(['train', 'closed.training-job.json', '--yes'], inState('closed'));
    child.stdout!.destroy();
    const errors = await textOf(child.stderr!);
    printed.push(errors);
    expect(errors).toMatch(/Training job [0-9a-f-]{36} was created\.\n$/);
    expect(await exited(child)).toBe(1);
  });

  it('sends also if nothing reads its messages', async () => {
    folder.write('unread.training-job.json', job(model));
    const child = startProgram(['train', 'unread.training-job.json', '--yes'], inState('unread'));
    child.stderr!.destroy();
    const id = await textOf(child.stdout!);
    expect([await exited(child), id]).toEqual([0, expect.stringMatching(/^[0-9a-f-]{36}\n$/)]);
  });

  it('says where the token comes from if the service does not accept it', async () => {
    folder.write('a.training-job.json', job(model));
    const { cwd, env } = inState('refused');
    const command = ['train', 'a.training-job.json', '--yes'];
    const { code, stderr } = await run(command, { cwd, env: { ...env, TRAJECTORY_TOKEN: 'another' } });
    expect(code).toBe(1);
    expect(stderr).toContain('The service does not accept the access token. Set it again.');
    expect(stderr).toContain('Set TRAJECTORY_TOKEN, or pipe the token in with --token-stdin.');
  });

  it('takes groups, a model and a config from different sources', async () => {
    folder.write('groups.trajectories.jsonl', `{"trajectories": [{${turn}, "reward": 1}]}\n`);
    folder.write('c.training-config.json', '{"learning_rate": 1e-5}');
    const args = ['train', 'groups.trajectories.jsonl', '--config', 'c.training-config.json', '--yes'];
    const asked = await send('parts', ...args);
    expect([asked.code, asked.stderr]).toEqual([2, 'trajectory: No model id. Set --model-id to a UUID.\n']);
    const { code, stderr } = await send('parts', ...args, '--model-id', model);
    expect([code, stderr]).toEqual([0, expect.stringContaining('Training config: c.training-config.json\n')]);
  });
});

describe('A training config with errors around what is sent', () => {
  beforeAll(() => folder.write('sent.trajectories.jsonl', `{"trajectories": [{${turn}, "reward": 1}]}\n`));

  it.each([
    ['an object around it', '{"experimental_config": {"learning_rate": 1e-5}}'],
    ['a comment before it', '// tuned\n{"learning_rate": 1e-5}'],
  ])('is accepted: %s', async (what, text) => {
    folder.write('around.training-config.json', text);
    const sources = ['sent.trajectories.jsonl', '--config', 'around.training-config.json'];
    const args = ['train', ...sources, '--model-id', model, '--yes'];
    const asked = await send(what, ...args);
    expect([asked.code, asked.stderr]).toEqual([
      2,
      expect.stringContaining('unless the errors are outside of what is sent.'),
    ]);
    expect((await send(what, ...args, '--allow-errors')).code).toBe(0);
  });
});

describe('`trajectory history`', () => {
  /** The history with lines of other programs, and with a document that is no file of this machine. */
  async function poisoned(): Promise<Ended> {
    const journal = join(folder.path, 'listed/trajectory/journal');
    const [month] = readdirSync(journal);
    const path = join(journal, month!);
    const prepared = readFileSync(path, 'utf8')
      .split('\n')
      .find((line) => line.trim() !== '');
    const { id, ...about } = JSON.parse(prepared!) as { id: string };
    const foreign = { ...about, id: `${id}x`, documentUri: 'file:///a%2Fx.json' };
    const wrong = [null, 'x', {}].map((outcome) => ({ id, time: '2026-01-01', state: 'sent', outcome }));
    appendFileSync(path, [foreign, ...wrong].map((line) => `${JSON.stringify(line)}\n`).join(''));
    const ended = await send('listed', 'history', '--limit', '100');
    expect([ended.code, ended.stderr]).toEqual([0, '']);
    expect(ended.stdout).toContain('file:///a%2Fx.json');
    return ended;
  }

  it('lists what was sent, with the ids of jobs, the latest last', async () => {
    const empty = await send('listed', 'history');
    expect([empty.code, empty.stdout]).toEqual([0, '']);
    expect(empty.stderr).toContain('No requests in the history');
    folder.write('listed.training-job.json', job(model));
    const id = (await send('listed', 'train', 'listed.training-job.json', '--yes')).stdout.trim();
    folder.write('listed.trajectory.json', request('1').replace('"train"', '"a\\u001b[31m"'));
    const log = ['log', 'listed.trajectory.json', '--model-id', 'm', '--yes', '--url', 'http://127.0.0.1:1'];
    expect((await send('listed', ...log)).code).toBe(2);
    const { code, stdout, stderr } = await send('listed', 'history');
    expect([code, stderr]).toEqual([0, '']);
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toEqual([
      expect.stringMatching(`train: Training job ${id} was created\\.$`),
      expect.stringMatching(/listed\.training-job\.json · 1 group, 1 trajectory · model 3f2a1b9c.* · http:/),
      expect.stringMatching(/log: The service refused the connection/),
      expect.stringMatching(
        /listed\.trajectory\.json · .* · split a\\u\{1b\}\[31m · http:\/\/127\.0\.0\.1:1\//,
      ),
    ]);
    const latest = await send('listed', 'history', '--format', 'json', '--limit', '1');
    expect(latest.stderr).toContain('The latest 1 of 2 requests.');
    expect(JSON.parse(latest.stdout)).toMatchObject([{ operation: 'log', status: 'failed', jobId: null }]);
    const all = JSON.parse((await send('listed', 'history', '--format', 'json')).stdout) as object[];
    expect((await poisoned()).stdout).toContain('listed.training-job.json');
    expect(all[0]).toMatchObject({
      ...{ operation: 'train', status: 'accepted', jobId: id, modelId: model, groups: 1, trajectories: 1 },
      document: join(folder.path, 'listed.training-job.json'),
    });
  });
});

describe('`trajectory log`', () => {
  it('never sends the same request twice without being told to', async () => {
    folder.write('twice.trajectory.json', request('1'));
    const args = ['log', 'twice.trajectory.json', '--model-id', 'm', '--yes'];
    const codes = [
      await send('twice', ...args),
      await send('twice', ...args),
      await send('twice', ...args, '--again'),
    ];
    expect(codes.map(({ code }) => code)).toEqual([0, 2, 0]);
    expect(codes[1]!.stderr).toMatch(
      /The same request was accepted on .*\ntrajectory: Nothing was sent\. To send it again, add --again\.\n$/,
    );
  });

  it('sends once if several processes send at the same moment', async () => {
    folder.write('race.trajectory.json', request('0.25'));
    const args = ['log', 'race.trajectory.json', '--model-id', 'm', '--yes'];
    const ended = await Promise.all(Array.from({ length: 4 }, () => send('race', ...args)));
    expect(ended.filter(({ code }) => code === 0).length).toBe(1);
    expect(ended.filter(({ code }) => code === 2).length).toBe(3);
  });

  it('reports what the service rejects at its location', async () => {
    folder.write('refused.trajectory.json', request('"high"').replace('[{"tr', '[\n{"tr'));
    const args = ['log', 'refused.trajectory.json', '--model-id', 'm', '--yes'];
    const held = await send('refused', ...args);
    expect([held.code, held.stderr]).toEqual([
      2,
      expect.stringMatching(/Nothing was sent\. To send it with errors, add --allow-errors\.\n$/),
    ]);
    const { code, stderr } = await send('refused', ...args, '--allow-errors');
    expect(code).toBe(1);
    expect(stderr).toContain(
      'refused.trajectory.json:2:95: error: reward must be a number; found the string "high". [wrong-type]\n',
    );
    expect(stderr).toMatch(/\^{6}\n.*1 error.*Status 422\.\n$/);
  });

  it('takes the model and the split that a log request names', async () => {
    const group = `{"trajectories": [{${turn}, "reward": 1}]}`;
    const named = `{"split": "train", "model_id": "${model}", "trajectory_groups": [${group}]}`;
    folder.write('named.trajectory.json', named);
    const { code, stderr } = await send('named', 'log', 'named.trajectory.json', '--yes');
    expect([code, stderr]).toEqual([0, expect.stringMatching(/The trajectories were logged\.\n$/)]);
  });

  it('refuses a log request whose split is still to be filled in', async () => {
    const group = `{"trajectories": [{${turn}, "reward": 1}]}`;
    folder.write('empty.trajectories.json', `{"split": "", "trajectory_groups": [${group}]}`);
    const to = ['empty.trajectories.json', '--model-id', model, '--yes'];
    const { code, stderr } = await send('empty-split', 'log', ...to);
    expect([code, stderr]).toEqual([2, 'trajectory: No split. Set --split.\n']);
  });

  it('refuses lines without a group', async () => {
    folder.write('blank.trajectories.jsonl', '\n\n');
    const to = ['blank.trajectories.jsonl', '--model-id', model, '--yes'];
    for (const args of [
      ['log', ...to, '--split', 'train'],
      ['train', ...to],
    ]) {
      const { code, stderr } = await send('blank', ...args);
      expect([code, stderr]).toEqual([2, 'trajectory: This document has no trajectories.\n']);
    }
  });

  it('refuses lines that mix groups and trajectories', async () => {
    const [bare, group] = [`{${turn}, "reward": 1}\n`, `{"trajectories": [{${turn}, "reward": 1}]}\n`];
    folder.write('mixed.trajectories.jsonl', bare + group);
    const to = ['mixed.trajectories.jsonl', '--model-id', model, '--grouping', 'each', '--yes'];
    for (const args of [
      ['log', ...to, '--split', 'train'],
      ['train', ...to],
    ]) {
      const { code, stderr } = await send('mixed', ...args);
      expect([code, stderr]).toEqual([
        2,
        'trajectory: Line 2 is a group, but lines before it are trajectories. Put each trajectory into a group of its own, or keep groups and trajectories in two files.\n',
      ]);
    }
  });

  it('reads a document, a config or the token from standard input, not two of them', async () => {
    const { env, cwd } = inState('stdin');
    const { TRAJECTORY_TOKEN: _, ...without } = env;
    const args = ['--model-id', 'm', '--yes'];
    const document = await run(['log', '-', ...args], { env, cwd, input: request('2') });
    expect(document.code).toBe(0);
    folder.write('stdin.trajectory.json', request('3'));
    const withToken = { env: without, cwd, input: `${token}\n` };
    expect((await run(['log', 'stdin.trajectory.json', ...args, '--token-stdin'], withToken)).code).toBe(0);
    const both = await run(['log', '-', ...args, '--token-stdin'], withToken);
    expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('cannot contain two of these')]);
    const config = ['--config', '-', ...args];
    for (const twice of [
      ['-', ...config],
      ['stdin.trajectory.json', ...config, '--token-stdin'],
    ]) {
      const { code, stderr } = await run(['train', ...twice], withToken);
      expect([code, stderr]).toEqual([2, expect.stringContaining('cannot contain two of these')]);
    }
    const none = await run(['log', 'stdin.trajectory.json', ...args], { env: without, cwd });
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('No access token.')]);
    const noUrl = { env: { ...without, TRAJECTORY_URL: '' }, cwd };
    const unset = await run(['log', 'stdin.trajectory.json', ...args], noUrl);
    expect([unset.code, unset.stderr]).toEqual([2, expect.stringContaining('No service URL.')]);
  });

  it('says that a document named as the config contains none', async () => {
    folder.write('ok.trajectory.json', request('5'));
    folder.write('other.training-config.json', request('6'));
    const args = [
      'ok.trajectory.json',
      '--model-id',
      model,
      '--config',
      'other.training-config.json',
      '--yes',
    ];
    const { code, stderr } = await send('config', 'train', ...args);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('other.training-config.json contains no training config.'),
    ]);
  });

  it('says what is missing before it sends anything', async () => {
    folder.write('lines.trajectories.jsonl', `{${turn}}\n{${turn}}\n`);
    folder.write('a.training-config.json', '{}');
    folder.write('ok.trajectory.json', request('5'));
    folder.write('new.training-job.json', job(''));
    folder.write('printed.trajectory.json', "{'split': 'a', 'trajectory_groups': [], 'note': 'b'}");
    const missing: readonly (readonly [args: readonly string[], message: string])[] = [
      [['ok.trajectory.json'], 'No model id. Set --model-id.'],
      [['new.training-job.json', '--allow-errors'], 'No model id. Set --model-id.'],
      [['ok.trajectory.json', '--model-id', '..'], 'The model id cannot be part of a URL'],
      [['ok.trajectory.json', '--model-id', 'm'], 'there is no terminal to confirm on. Use --yes.'],
      [
        ['ok.trajectory.json', '--model-id', 'm', '--url', 'http://example.com'],
        'Plain http is accepted for localhost',
      ],
      [
        ['lines.trajectories.jsonl', '--model-id', 'm'],
        'The trajectories are not in groups. Use --grouping one',
      ],
      [['lines.trajectories.jsonl', '--model-id', 'm', '--grouping', 'one'], 'No split. Set --split.'],
      [['a.training-config.json', '--model-id', 'm'], 'A training config contains no trajectories.'],
      [['gone.json', '--model-id', 'm'], 'gone.json: No such file or folder.'],
      [['printed.trajectory.json'], 'printed.trajectory.json: This is Python repr output'],
    ];
    for (const [args, message] of missing) {
      const { code, stderr } = await send('missing', 'log', ...args);
      expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    }
  });
});

describe('A request that is interrupted', () => {
  const times = process.platform === 'win32' ? [] : [1, 2];
  it.each(times)('once bytes have left is reported as unknown, however often: %i', async (count) => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address() as { port: number };
    folder.write('silent.trajectory.json', request(`7${count}`));
    const { env, cwd } = inState(`silent${count}`);
    const args = ['log', 'silent.trajectory.json', '--model-id', 'm', '--yes'];
    const child = startProgram([...args, '--url', `http://127.0.0.1:${address.port}`], { env, cwd });
    const errors = textOf(child.stderr!);
    const [socket] = (await once(server, 'connection')) as [Socket];
    await once(socket, 'data');
    for (let i = 0; i < count; i++) child.kill('SIGINT');
    expect(await exited(child)).toBe(1);
    expect(await errors).toContain('The request may or may not have taken effect.');
    for (const one of sockets) one.destroy();
    server.close();
  });

  it('before there is a connection has sent nothing', async () => {
    folder.write('refusing.trajectory.json', request('8'));
    const args = [
      'log',
      'refusing.trajectory.json',
      '--model-id',
      'm',
      '--yes',
      '--url',
      'http://127.0.0.1:9',
    ];
    expect((await send('refusing', ...args)).code).toBe(2);
  });
});

describe('The terminal', () => {
  const script = spawnSync('script', ['--version']);
  it.skipIf(script.error !== undefined)('asks, and takes anything but yes for no', async () => {
    folder.write('asked.trajectory.json', request('9'));
    const command = `${process.execPath} ${program} log asked.trajectory.json --model-id m`;
    const { env, cwd } = inState('asked');
    const answers = ['n', '', 'y'].map((answer) => {
      const options = {
        cwd,
        env: { ...process.env, ...env },
        input: `${answer}\n`,
        encoding: 'utf8',
      } as const;
      return spawnSync('script', ['-qec', command, '/dev/null'], options);
    });
    expect(answers.map(({ status }) => status)).toEqual([2, 2, 0]);
    expect(answers[0]!.stdout).toContain('Log the trajectories? [y/N]');
    expect(answers[0]!.stdout).toContain('Nothing was sent.');
    expect(answers[2]!.stdout).toContain('The trajectories were logged.');
  });

  it.skipIf(script.error !== undefined).each([['xterm'], ['dumb']])(
    'takes the end of input for no, on a terminal of type %s',
    async (type) => {
      folder.write('ended.trajectory.json', request('8'));
      const command = `${process.execPath} ${program} log ended.trajectory.json --model-id m`;
      const { env, cwd } = inState('ended');
      const child = spawn('script', ['-qec', command, '/dev/null'], {
        cwd,
        env: { ...process.env, ...env, TERM: type },
      });
      let stdout = '';
      child.stdout.setEncoding('utf8').on('data', (part: string) => {
        const isAsked = stdout.includes('[y/N]');
        stdout += part;
        // Ctrl+D. Before the question, the terminal would not pass it on.
        if (!isAsked && stdout.includes('[y/N]')) child.stdin.write('\u0004');
      });
      const status = await exited(child);
      expect(stdout).toMatch(/\[y\/N\][^\n]*\n+[^\n]*trajectory: Nothing was sent\.\r?\n/);
      expect(stdout).not.toContain('error');
      expect(status).toBe(2);
    },
  );

  it.skipIf(script.error !== undefined)('takes Ctrl+C for an interrupt, without signals too', async () => {
    folder.write('interrupted.trajectory.json', request('7'));
    // As on Windows, where a signal to a process ends it at once.
    const noSignals = folder.write('noSignals.cjs', 'process.kill = () => process.reallyExit(1);');
    const command = `${process.execPath} -r ${noSignals} ${program} log interrupted.trajectory.json --model-id m`;
    const { env, cwd } = inState('interrupted');
    const child = spawn('script', ['-qec', command, '/dev/null'], {
      cwd,
      env: { ...process.env, ...env, TERM: 'xterm' },
    });
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      const isAsked = stdout.includes('[y/N]');
      stdout += part;
      if (!isAsked && stdout.includes('[y/N]')) child.stdin.write('\u0003');
    });
    expect(await exited(child)).toBe(130);
  });
});

describe('The journal', () => {
  it('is where the system keeps such files', () => {
    expect(journalFolder('linux', { XDG_STATE_HOME: '/s' }, '/home/a')).toBe('/s/trajectory/journal');
    expect(journalFolder('linux', {}, '/home/a')).toBe('/home/a/.local/state/trajectory/journal');
    expect(journalFolder('linux', { XDG_STATE_HOME: 's' }, '/h')).toBe('/h/.local/state/trajectory/journal');
    expect(journalFolder('darwin', {}, '/Users/a')).toBe(
      '/Users/a/Library/Application Support/trajectory/journal',
    );
    // A user without a folder, as in a container.
    expect(journalFolder('linux', {}, '')).toBeNull();
    expect(journalFolder('darwin', {}, '')).toBeNull();
    expect(journalFolder('win32', { LOCALAPPDATA: '/l' }, '/a')).toBe('/l/trajectory/journal');
  });

  it.skipIf(process.platform !== 'linux')(
    'that cannot be created ends the program with the reason',
    async () => {
      folder.write('nowhere.trajectory.json', request('6'));
      const args = ['log', 'nowhere.trajectory.json', '--model-id', 'm', '--yes'];
      const { cwd, env } = inState('nowhere');
      const ended = await run(args, { cwd, env: { ...env, XDG_STATE_HOME: '/proc/nowhere' } });
      expect(ended.code).toBe(2);
      expect(ended.stderr).toContain(
        'Nothing was sent, because the history of requests cannot be written: ENOENT: no such file or directory',
      );
    },
  );

  it('and the output never contain the token', () => {
    const files = readdirSync(folder.path, { recursive: true, withFileTypes: true }).filter((one) =>
      one.isFile(),
    );
    const journals = files.filter(({ parentPath }) => parentPath.endsWith('journal'));
    expect(journals.length).toBeGreaterThan(3);
    for (const { parentPath, name } of files)
      expect(readFileSync(join(parentPath, name), 'utf8').includes(token), name).toBe(false);
    expect(printed.join('')).not.toContain(token);
  });
});
