import {
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { accessToken, exited, useService } from './child';
import { jobsPath, logBody, logPath, send } from './sending';

const service = useService();
const jobBody = '{"model_id": "3f2a1b9c-6f3e-4c0a-9a51-0d6f0a9b8c7d", "trajectory_groups": []}';
const markerText =
  '{"about": "The local training service of Trajectory Tools keeps what it accepts in this folder."}\n';
const ownFiles = ['models', 'training-jobs', 'trajectory-service.json'];

/** Starts the service on a folder that it rejects; returns its message. */
async function rejectionOf(data: string): Promise<string> {
  const child = service.run('--port', '0', '--data', data, '--token', accessToken);
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  expect(await exited(child)).toBe(1);
  return said;
}

/** Every file and link below a folder, with its text or target. */
function contentOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => lstatSync(path).isFile())
    .map((path) => `${path}: ${readFileSync(path, 'utf8')}`)
    .sort();
}

describe('a folder', () => {
  it('that is new is marked as the service’s own and can be used again', async () => {
    const data = service.folder('own/in/new/folders');
    for (let round = 0; round < 2; round += 1) {
      const running = await service.start(data);
      expect(readdirSync(data).sort()).toEqual(ownFiles);
      await running.end('SIGKILL');
    }
  });

  it.runIf(process.platform === 'linux')('that cannot be created is rejected', async () => {
    expect(await rejectionOf('/proc/none/data')).toMatch(/^\/proc\/none\/data cannot be used: ENOENT/);
  });

  it('with other files is rejected with advice, and stays as it is', async () => {
    const data = service.folder('project');
    mkdirSync(join(data, 'models'), { recursive: true });
    writeFileSync(join(data, 'models', 'weights.bin'), 'w');
    writeFileSync(join(data, 'main.py'), 'print()');
    const before = contentOf(data);
    expect(await rejectionOf(data)).toContain('Move its files away, or choose another folder (--data).');
    expect(contentOf(data)).toEqual(before);
  });

  it('with the expected names but no marker is rejected', async () => {
    const data = service.folder('without-marker');
    mkdirSync(join(data, 'models', 'm'), { recursive: true });
    mkdirSync(join(data, 'training-jobs'));
    expect(await rejectionOf(data)).toContain('was not created by this service');
    expect(readdirSync(data).sort()).toEqual(['models', 'training-jobs']);
  });

  it.each(['{}', '', markerText.slice(0, 9), `${markerText} `, markerText.toUpperCase()])(
    'with other files and the marker %j is rejected',
    async (mark) => {
      const data = service.folder(`marker-${mark.length}-${mark.slice(3, 5)}`);
      mkdirSync(join(data, 'models'), { recursive: true });
      writeFileSync(join(data, 'trajectory-service.json'), mark);
      expect(await rejectionOf(data)).toContain('was not created by this service');
      expect(readFileSync(join(data, 'trajectory-service.json'), 'utf8')).toBe(mark);
    },
  );

  it.each(['', markerText.slice(0, 9)])(
    'in which a crash left only %j of the marker is used',
    async (mark) => {
      const data = service.folder(`truncated-${mark.length}`);
      mkdirSync(data);
      writeFileSync(join(data, 'trajectory-service.json'), mark);
      await service.start(data);
      expect(readFileSync(join(data, 'trajectory-service.json'), 'utf8')).toBe(markerText);
      expect(readdirSync(data).sort()).toEqual(ownFiles);
    },
  );

  it('that is deleted while the service runs is created again', async () => {
    const data = service.folder('deleted');
    const running = await service.start(data);
    rmSync(data, { recursive: true });
    expect((await send(running.url, jobsPath, { body: jobBody })).status).toBe(200);
    expect(readdirSync(data).sort()).toEqual(ownFiles.slice(1));
    expect(readdirSync(join(data, 'training-jobs'))).toHaveLength(1);
  });
});

it.skipIf(process.platform === 'win32')(
  'A link on the way to the folder is followed: the user named it',
  async () => {
    const [real, link] = [service.folder('real'), service.folder('link')];
    mkdirSync(real);
    symlinkSync(real, link);
    const running = await service.start(join(link, 'data'));
    expect(readdirSync(join(real, 'data')).sort()).toEqual(ownFiles);
    await running.end('SIGKILL');
  },
);

describe.skipIf(process.platform === 'win32')('links in a folder from a checkout are not followed', () => {
  const victim = (name: string) => {
    const outside = service.folder(`${name}-outside`);
    mkdirSync(outside);
    writeFileSync(join(outside, 'train.trajectories.jsonl'), '{"outside": 1}\nno line break');
    writeFileSync(join(outside, 'train.trajectories.jsonl.appending'), '3\n');
    writeFileSync(join(outside, 'x.json.unfinished'), 'text');
    return outside;
  };

  it.each([
    ['the folder itself', (data: string, outside: string) => symlinkSync(outside, data)],
    [
      'its mark',
      (data: string, outside: string) => symlinkSync(outside, join(data, 'trajectory-service.json')),
    ],
    ['models', (data: string, outside: string) => symlinkSync(outside, join(data, 'models'))],
    ['training-jobs', (data: string, outside: string) => symlinkSync(outside, join(data, 'training-jobs'))],
    [
      'a link to nothing',
      (data: string, outside: string) => symlinkSync(`${outside}/new`, join(data, 'models')),
    ],
  ])('%s: the service does not start', async (name, link) => {
    const data = service.folder(name);
    const outside = victim(name);
    const before = contentOf(outside);
    if (name !== 'the folder itself') mkdirSync(data);
    link(data, outside);
    if (name !== 'its mark' && name !== 'the folder itself') {
      writeFileSync(join(data, 'trajectory-service.json'), markerText);
    }
    expect(await rejectionOf(data)).toContain(`${data} cannot be used: `);
    expect(contentOf(outside)).toEqual(before);
    expect(readdirSync(outside)).toHaveLength(3);
  });

  it.each([
    ['a model', (path: string, outside: string) => symlinkSync(outside, path)],
    ['a model, to nothing', (path: string, outside: string) => symlinkSync(`${outside}/new`, path)],
    [
      'a split',
      (path: string, outside: string) =>
        linkSplit(path, (file) => symlinkSync(`${outside}/${splitFile}`, file)),
    ],
    [
      'a split, to nothing',
      (path: string, outside: string) => linkSplit(path, (file) => symlinkSync(`${outside}/new`, file)),
    ],
    [
      'a split, by a hard link',
      (path: string, outside: string) => linkSplit(path, (file) => linkSync(`${outside}/${splitFile}`, file)),
    ],
  ])('%s: a request for it is answered 500', async (name, link) => {
    const data = service.folder(name);
    const outside = victim(name);
    const before = contentOf(outside);
    await (await service.start(data)).end('SIGTERM');
    link(join(data, 'models', 'm'), outside);
    const running = await service.start(data);
    const reply = await send(running.url, logPath('m'), { body: logBody('train', '{}') });
    expect(reply).toMatchObject({
      status: 500,
      json: { detail: expect.stringContaining(' is a link, or ') },
    });
    expect(contentOf(outside)).toEqual(before);
    expect(readdirSync(outside)).toHaveLength(3);
    expect((await send(running.url, logPath('other'), { body: logBody('train', '{}') })).status).toBe(200);
    await running.end('SIGTERM');
  });
});

const splitFile = 'train.trajectories.jsonl';

function linkSplit(model: string, link: (file: string) => void): void {
  mkdirSync(model);
  link(join(model, splitFile));
}
