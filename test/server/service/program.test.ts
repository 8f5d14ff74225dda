import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { version } from '../../../package.json';
import { accessToken, exited, useService } from './child';
import { begin, jobsPath, logBody, logPath, send } from './sending';

const service = useService();

async function output(...args: string[]): Promise<{ code: number | string; out: string; err: string }> {
  const child = service.run(...args);
  const [out, err, code] = await Promise.all([text(child.stdout!), text(child.stderr!), exited(child)]);
  return { code, out, err };
}

async function text(stream: NodeJS.ReadableStream): Promise<string> {
  let all = '';
  for await (const chunk of stream) all += chunk;
  return all;
}

describe('the command line', () => {
  it('shows its options with --help', async () => {
    const { code, out } = await output('--help');
    expect(code).toBe(0);
    for (const flag of ['--port', '--data', '--token', '--version', 'TRAJECTORY_SERVICE_TOKEN'])
      expect(out).toContain(flag);
  });

  it('shows the version with --version', async () => {
    expect(await output('--version')).toEqual({ code: 0, out: `${version}\n`, err: '' });
  });

  it.each([
    ['--port', 'x'],
    ['--port', '65536'],
    ['--port', '-1'],
    ['--port', ''],
    ['--data', ''],
    ['--token', ''],
    ['--token', 'two words'],
    ['--token', 'line\nbreak'],
    ['--prot', '1'],
    ['stray'],
  ])('rejects %s %j with exit code 2 and a one-line message', async (...args) => {
    const { code, out, err } = await output(...args);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toMatch(
      /^.*(?:--port|--data|token|--prot|stray).*\. `trajectory-service --help` lists .*\n$/,
    );
  });

  it('names a port that is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const port = String((other.address() as AddressInfo).port);
    const data = service.folder('taken');
    const { code, out, err } = await output('--port', port, '--data', data, '--token', accessToken);
    other.close();
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toBe(`Port ${port} is in use by another program.\n`);
  });

  it('names a data folder that is a file', async () => {
    const file = service.folder('a-file');
    writeFileSync(file, '');
    const { code, err } = await output('--port', '0', '--data', file, '--token', accessToken);
    expect(code).toBe(1);
    expect(err).toContain(`${file} cannot be used: `);
  });

  it('creates a missing token and prints it separately from the URL', async () => {
    const child = service.run('--port', '0', '--data', service.folder('fresh'));
    const [[url], [note]] = await Promise.all([
      once(child.stdout!.setEncoding('utf8'), 'data'),
      once(child.stderr!.setEncoding('utf8'), 'data'),
    ]);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\n$/);
    const token = /^Access token for this run: (\S{32})\n$/.exec(note)?.[1];
    const headers = { authorization: `Bearer ${token}` };
    expect((await send(url.trim(), logPath('m'), { body: logBody('s'), headers })).status).toBe(200);
  });

  it('takes the token from the environment', async () => {
    const child = fork(service.program, ['--port', '0', '--data', service.folder('env')], {
      env: { ...process.env, TRAJECTORY_SERVICE_TOKEN: 'from-the-environment' },
      silent: true,
    });
    const [url] = await once(child.stdout!.setEncoding('utf8'), 'data');
    const headers = { authorization: 'Bearer from-the-environment' };
    expect((await send(url.trim(), logPath('m'), { body: logBody('s'), headers })).status).toBe(200);
    child.disconnect();
    expect(await exited(child)).toBe(0);
  });
});

it('keeps running when nobody reads its output any more', async () => {
  const running = await service.start(service.folder('unread'));
  running.process.stdout?.destroy();
  running.process.stderr?.destroy();
  for (let count = 0; count < 3; count += 1) {
    expect((await send(running.url, logPath('m'), { body: logBody('s', '{}') })).status).toBe(200);
  }
  expect(await running.end('SIGTERM')).toBe(0);
});

describe('a signal', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('%s ends an idle service with exit code 0', async (signal) => {
    const running = await service.start(service.folder(signal));
    await send(running.url, logPath('m'), { body: logBody('s', '{}') });
    expect(await running.end(signal)).toBe(0);
  });

  it('waits until a request whose body has arrived is stored and answered', async () => {
    const data = service.folder('finishing');
    mkdirSync(data);
    const running = await service.start(data);
    const group = `{"trajectories": [], "logs": [${Array.from({ length: 2000 }, () => `"${'x'.repeat(2000)}"`)}]}`;
    const answer = send(running.url, logPath('m'), { body: logBody('s', group, group) });
    while (!fileAppears(join(data, 'models', 'm'))) await new Promise((resolve) => setImmediate(resolve));
    expect(await running.end('SIGTERM')).toBe(0);
    expect(await answer).toMatchObject({ status: 200 });
  });

  it('does not wait for the rest of a body that was rejected', async () => {
    const running = await service.start(service.folder('rejected'));
    const headers = { authorization: 'Bearer wrong', 'content-length': '1000' };
    const outgoing = begin(running.url, jobsPath, { headers }).on('error', () => undefined);
    outgoing.write('{"model_id"');
    const [response] = await once(outgoing, 'response');
    expect(response.statusCode).toBe(401);
    expect(await running.end('SIGTERM')).toBe(0);
  });

  it('does not wait for a body that is still arriving, nor keep any of it', async () => {
    const data = service.folder('arriving');
    const running = await service.start(data);
    const outgoing = begin(running.url, jobsPath, {
      headers: { expect: '100-continue', 'content-length': '1000' },
    });
    const broken = new Promise((resolve) => outgoing.once('error', resolve));
    outgoing.flushHeaders();
    await once(outgoing, 'continue');
    outgoing.write('{"model_id"');
    expect(await running.end('SIGTERM')).toBe(0);
    expect(await broken).toBeInstanceOf(Error);
    expect(readdirSync(join(data, 'training-jobs'))).toEqual([]);
  });
});

function fileAppears(folder: string): boolean {
  try {
    return readdirSync(folder).length > 0;
  } catch {
    return false;
  }
}
