import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Conversation, httpResponse, type RawServer, rawServer } from '../faults/rawServer';
import { authority, tlsServer } from '../faults/tlsServer';
import type { Workbench } from '../vscode/workbench.mjs';
import { beginJob, type FaultSession, startFaultSession, trainingJob } from './support/faultSession';
import { token } from './support/session';

const file = 'proxied.training-job.json';
const otherFile = 'proxied-too.training-job.json';
const lastFile = 'proxied-at-last.training-job.json';
/** A name that does not exist; the certificate `wrong-host` is valid for it. */
const host = 'other.example';
const jobId = 'b7c1d2e3-0d4e-4f6a-8b7c-1d2e3f4a5b6c';

let proxy: RawServer;
let session: FaultSession;
/** The one window, once it is loaded. */
let bench: Workbench;
let serveProxy = refuseTunnel;
let before = { connections: 0, received: 0 };

beforeAll(async () => {
  proxy = await rawServer((conversation) => serveProxy(conversation));
  const settings = { 'http.proxy': `http://127.0.0.1:${proxy.port}`, 'http.proxySupport': 'override' };
  session = await startFaultSession(
    {
      '.vscode/settings.json': JSON.stringify(settings),
      [file]: trainingJob('through a proxy'),
      [otherFile]: trainingJob('through a proxy too'),
      [lastFile]: trainingJob('through a proxy at last'),
    },
    { env: { NODE_EXTRA_CA_CERTS: authority } },
  );
  await session.setUp({ 'trajectory.baseUrl': `https://${host}` });
});

beforeEach(() => {
  before = { connections: proxy.connections(), received: proxy.received().length };
});

afterAll(async () => {
  await session?.close();
  await proxy?.close();
});

it('a proxy in the folder settings gets nothing; Retry looks up the host name again', async () => {
  await load(file);
  await send('The host name of the service was not found');
  await retry('The host name of the service was not found');
  await expect.poll(states).toEqual(['prepared', 'failed', 'prepared', 'failed']);
  expect(connections()).toBe(0);
});

for (const [support, sent] of [
  ['fallback', null],
  ['on', otherFile],
  ['override', file],
] as const) {
  it(`a proxy in the user settings is asked for a tunnel, and gets nothing else: ${support}`, async () => {
    serveProxy = refuseTunnel;
    await session.setUp({ 'http.proxy': `http://127.0.0.1:${proxy.port}`, 'http.proxySupport': support });
    await load(file);
    await send('The proxy refused the connection to the service.');
    expect(received()).toMatch(new RegExp(`^CONNECT ${host}:443 HTTP/1.1\r\n`));
    expect(received()).not.toMatch(/authorization|POST|trajector/i);
  });

  if (sent === null) continue;

  it(`a request goes through the proxy tunnel once, and the token goes nowhere else: ${support}`, async () => {
    const service = await tlsServer('wrong-host', httpResponse('201 Created', JSON.stringify({ id: jobId })));
    serveProxy = (conversation) => tunnelTo(service.port, conversation);
    await bench.openFile(sent);
    await send(`Training job ${jobId} was created.`);
    await bench.statusItem(`Job ${jobId.slice(0, 8)}`).waitFor();
    expect(service.decrypted().match(/^POST .*/gm)).toEqual(['POST /v1/preview/training-jobs HTTP/1.1']);
    expect(service.decrypted()).toContain(`Authorization: Bearer ${token}\r\n`);
    expect(connections()).toBe(1);
    expect(received()).toMatch(new RegExp(`^CONNECT ${host}:443 HTTP/1.1\r\n`));
    expect(received()).not.toMatch(/authorization|POST|trajector/i);
    await service.close();
  });
}

it('nothing is sent to a service with an untrusted certificate, until Retry finds a trusted one', async () => {
  const created = httpResponse('201 Created', JSON.stringify({ id: jobId }));
  const [untrusted, service] = [
    await tlsServer('self-signed', created),
    await tlsServer('wrong-host', created),
  ];
  serveProxy = (conversation) => tunnelTo(untrusted.port, conversation);
  const says = 'A trusted TLS connection to the service could not be established';
  await bench.openFile(lastFile);
  await send(says);
  await bench.statusItem('Not Sent').waitFor();
  const before = (await states()).length;
  await retry(says);
  await expect.poll(async () => (await states()).slice(before)).toEqual(['prepared', 'failed']);
  expect(connections()).toBe(2);
  expect(untrusted.decrypted()).toBe('');

  serveProxy = (conversation) => tunnelTo(service.port, conversation);
  await retry(says);
  await bench.statusItem(`Job ${jobId.slice(0, 8)}`).waitFor();
  expect((await states()).slice(before + 2)).toEqual(['prepared', 'sent', 'accepted']);
  expect(service.decrypted().match(/^POST .*/gm)).toEqual(['POST /v1/preview/training-jobs HTTP/1.1']);
  expect(untrusted.decrypted()).toBe('');
  await untrusted.close();
  await service.close();
});

function refuseTunnel({ socket }: Conversation): void | Promise<void> {
  socket.end(httpResponse('407 Proxy Authentication Required'));
}

/** Acts as a proxy: opens the requested tunnel, here to a port of this machine. */
async function tunnelTo(port: number, { socket, head }: Conversation): Promise<void> {
  await head;
  const service = connect(port, '127.0.0.1');
  service.on('error', () => socket.destroy());
  socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
  service.pipe(socket).pipe(service);
}

/** Loads the window with a file, and with the settings of now. */
async function load(name: string): Promise<void> {
  bench = await session.open(name, bench?.page);
}

/** Creates a training job from the file in the window, and waits for the message about it. */
async function send(says: string): Promise<void> {
  await bench.runCommand('Notifications: Clear All Notifications');
  await beginJob(bench);
  await bench.confirm('Create a training job?', 'Create Training Job');
  await bench.notification(says).waitFor();
  expect(proxy.received()).not.toContain(token);
}

/** Presses *Retry* on the message that says why nothing was sent. */
async function retry(says: string): Promise<void> {
  await bench.pressNotification(says, 'Retry');
}

async function states(): Promise<readonly string[]> {
  return (await session.journal()).map(({ state }) => state);
}

function connections(): number {
  return proxy.connections() - before.connections;
}

/** Everything the proxy received in this test. */
function received(): string {
  return proxy.received().slice(before.received);
}
