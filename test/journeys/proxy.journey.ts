import { afterAll, beforeAll, expect, it } from 'vitest';
import { answer, type RawServer, rawServer } from '../faults/rawServer';
import { type FaultSession, startFaultSession, trainingJob } from './faultSession';
import { token } from './session';

const file = 'proxied.training-job.json';
const host = 'training.invalid';

let proxy: RawServer;
let session: FaultSession;

beforeAll(async () => {
  proxy = await rawServer(({ socket }) => void socket.end(answer('407 Proxy Authentication Required', '')));
  const settings = { 'http.proxy': `http://127.0.0.1:${proxy.port}`, 'http.proxySupport': 'override' };
  session = await startFaultSession({
    '.vscode/settings.json': JSON.stringify(settings),
    [file]: trainingJob('through a proxy'),
  });
  await session.setUp({ 'trajectory.baseUrl': `https://${host}` });
});

afterAll(async () => {
  await session?.close();
  await proxy?.close();
});

it('a proxy of the folder gets nothing', async () => {
  await send('The host name of the service was not found');
  expect(proxy.connections()).toBe(0);
});

it('a proxy of the user is asked for a tunnel, and gets nothing else', async () => {
  await session.setUp({ 'http.proxy': `http://127.0.0.1:${proxy.port}`, 'http.proxySupport': 'override' });
  await send('The proxy refused the connection to the service.');
  expect(proxy.received()).toMatch(new RegExp(`^CONNECT ${host}:443 HTTP/1.1\r\n`));
  expect(proxy.received()).not.toMatch(/authorization|POST|trajector/i);
});

/** Creates a training job in a new window, and waits for what is said about it. */
async function send(says: string): Promise<void> {
  const bench = await session.open(file);
  await bench.runCommand('Trajectory: Create Training Job');
  await bench.answer('Access token for', token);
  await bench.confirm('Create a training job?', 'Create Training Job');
  await bench.notification(says).waitFor();
  expect(proxy.received()).not.toContain(token);
}
