import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { CompletionRequest, HoverRequest } from 'vscode-languageserver-protocol/node';
import { version } from '../../../package.json';
import { exited, useServer } from '../client';

const server = useServer();

async function outputOf(...args: string[]): Promise<{ out: string; err: string; code: number | string }> {
  const child = server.run(...args);
  const [out, err, code] = await Promise.all([text(child.stdout!), text(child.stderr!), exited(child)]);
  return { out, err, code };
}

describe('The program', () => {
  it('prints its usage on request', async () => {
    const { out, err, code } = await outputOf('--help');
    expect(out).toMatch(/^Usage: trajectory-language-server --stdio\n\nLanguage server for /);
    expect({ err, code }).toEqual({ err: '', code: 0 });
  });

  it('prints the version that it also reports to clients', async () => {
    const { out, err, code } = await outputOf('--version');
    expect({ out, err, code }).toEqual({ out: `${version}\n`, err: '', code: 0 });
    const client = await server.start();
    expect(client.initialized.serverInfo?.version).toBe(version);
    expect(await client.end()).toBe(0);
  });

  it('does not start without a transport, with a one-line message', async () => {
    const { out, err, code } = await outputOf();
    expect({ out, code }).toEqual({ out: '', code: 2 });
    expect(err).toMatch(/^.*--stdio.*\n$/);
  });

  it.each([
    [['--stdio', '--foo'], '--foo'],
    [['--node-ipc'], '--node-ipc'],
    [['--stdio=1'], '--stdio'],
    [['stray'], 'stray'],
    [['--two\nlines'], '--two lines'],
  ])('rejects %j with a one-line message that names it', async (args, named) => {
    const { out, err, code } = await outputOf(...args);
    expect({ out, code }).toEqual({ out: '', code: 2 });
    expect(err).toMatch(/^[^\n]*'[^\n]*'[^\n]*\. `trajectory-language-server --help` lists the options\.\n$/);
    expect(err).toContain(named);
  });

  it('accepts the process id that some clients add', async () => {
    const client = server.run('--stdio', `--clientProcessId=${process.pid}`);
    client.stdin!.end();
    expect(await exited(client)).toBe(1);
  });

  it('announces its capabilities', async () => {
    const client = await server.start();
    expect(client.initialized).toMatchObject({
      serverInfo: { name: 'trajectory-language-server', version },
      capabilities: {
        textDocumentSync: { openClose: true, change: 2 },
        completionProvider: { triggerCharacters: expect.arrayContaining(['"']) },
        hoverProvider: true,
        codeActionProvider: { codeActionKinds: expect.arrayContaining(['quickfix']) },
      },
    });
    expect(await client.end()).toBe(0);
  });

  it('exits with 0 after shutdown and exit, even with open documents', async () => {
    const client = await server.start();
    await client.open('file:///a.trajectory.json', '{');
    expect(await client.end()).toBe(0);
  });

  it('exits with 1 after exit without shutdown', async () => {
    const client = await server.start();
    await client.connection.sendNotification('exit');
    expect(await exited(client.process)).toBe(1);
  });

  it('exits when its input ends', async () => {
    const client = await server.start();
    client.process.stdin!.end();
    expect(await exited(client.process)).toBe(1);
  });

  it('exits when the client process dies', async () => {
    const parent = spawn(process.execPath, ['-e', 'process.stdin.resume()']);
    const client = await server.start({ processId: parent.pid! });
    parent.kill('SIGKILL');
    expect(await exited(client.process)).toBe(1);
  });
});

it('Without WebAssembly, documents are still read, and the log explains the slowdown once', async () => {
  const client = await server.start({ node: ['--jitless'] });
  const content = `{"split": "train", "x": "${'All work and no play. '.repeat(4000)}", "trajectory_groups": 1}`;
  await client.open('file:///a.trajectory.json', content);
  await client.open('file:///b.trajectory.json', content);
  for (const uri of ['file:///a.trajectory.json', 'file:///b.trajectory.json']) {
    const { diagnostics } = await client.diagnostics(uri, 1);
    expect(diagnostics.map(({ code }) => code)).toContain('wrong-type');
  }
  expect(client.warnings).toEqual([expect.stringContaining('WebAssembly is not defined')]);
});

describe('A document of 45 MB', () => {
  const message = `{"role": "user", "content": "${'All work and no play. '.repeat(180)}"}`;
  const trajectory = `{"messages_and_choices": [${Array(8).fill(message).join(',\n')}],\n"reward": 0.5}`;
  const groups = Array(Math.ceil(45e6 / trajectory.length)).fill(`{"trajectories": [${trajectory}]}`);
  const large = `{"split": "train",\n"trajectory_groups": [${groups.join(',\n')}],\n"sp": 1}`;
  const last = { line: large.split('\n').length - 1, character: 0 };

  it('does not block requests for other documents while it is read', async () => {
    const client = await server.start();
    const [small, big] = ['file:///small.trajectory.json', 'file:///big.trajectory.json'];
    await client.open(small, '{"split": "s", "trajectory_groups": []}');
    await client.diagnostics(small, 1);
    const events: string[] = [];
    const note = (what: string) => () => void events.push(what);
    const opening = client.diagnostics(big, 1).then(note('diagnostics'));
    await client.open(big, large);
    const at = { textDocument: { uri: small }, position: { line: 0, character: 1 } };
    await client.connection.sendRequest(HoverRequest.type, at).then(note('hover'));
    await opening;
    expect(events).toEqual(['hover', 'diagnostics']);
    expect(await client.end()).toBe(0);
  });

  it('gets completions that are requested while it is read', async () => {
    const client = await server.start();
    const uri = 'file:///big.trajectory.json';
    await client.open(uri, large);
    const at = { textDocument: { uri }, position: { ...last, character: 2 } };
    const list = await client.connection.sendRequest(CompletionRequest.type, at);
    expect(list).toMatchObject({ isIncomplete: false });
    const { diagnostics } = await client.diagnostics(uri, 1);
    expect(diagnostics.map(({ code, range }) => [code, range.start])).toEqual([['unknown-property', last]]);
    expect(await client.end()).toBe(0);
  });

  it('can change while it is read, and its last version is published once', async () => {
    const client = await server.start();
    const uri = 'file:///big.trajectory.json';
    await client.open(uri, large);
    const start = { line: 0, character: 0 };
    for (let version = 2; version <= 5; version++) {
      await client.change(uri, version, [{ range: { start, end: start }, text: '\n' }]);
    }
    const { diagnostics } = await client.diagnostics(uri, 5);
    await client.settled(uri);
    expect(diagnostics.map(({ range }) => range.start.line)).toEqual([last.line + 4]);
    expect(client.published(uri).filter(({ version }) => version === 5)).toHaveLength(1);
    expect(await client.end()).toBe(0);
  });
});
