import { spawn, spawnSync } from 'node:child_process';
import { describe, expect, it, vi } from 'vitest';
import { progressLine, startProgress } from '../../../cli/terminal/progress';
import { tell } from '../../../cli/terminal/tell';
import { exited, program, run, useFolder } from '../program';

const folder = useFolder();

describe('Progress', () => {
  it('has the rate and the time left', () => {
    const state = { files: 12, done: 3, read: 140e6, totalBytes: 900e6, seconds: 2 };
    expect(progressLine(state)).toBe('3 of 12 files, 140.0 MB of 900.0 MB, 70.0 MB/s, 11 s left');
    expect(progressLine({ ...state, seconds: 200 })).toContain('19 min left');
    expect(progressLine({ ...state, seconds: 20_000 })).toContain('30.2 h left');
    // As of a part whose bytes are in the last of many files.
    expect(progressLine({ ...state, read: 0 })).toBe('3 of 12 files, 0 bytes of 900.0 MB, 0 bytes/s');
  });

  it('goes on while work does, and makes way for a message', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const terminal = Object.getOwnPropertyDescriptor(process.stderr, 'isTTY');
    Object.defineProperty(process.stderr, 'isTTY', { value: true, configurable: true });
    let shown = '';
    const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      shown += String(text);
      return true;
    });
    try {
      const { bytes, tick } = startProgress(1, 2e6);
      bytes(2e6);
      vi.advanceTimersByTime(900);
      tick();
      expect(shown).toBe('');
      vi.advanceTimersByTime(1100);
      tick();
      tick();
      expect(shown).toBe('\r\u001b[K0 of 1 file, 2.0 MB of 2.0 MB, 1.0 MB/s');
      shown = '';
      tell('Wait.');
      tell('Done.');
      expect(shown).toBe('\r\u001b[KWait.\nDone.\n');
    } finally {
      write.mockRestore();
      if (terminal === undefined) Reflect.deleteProperty(process.stderr, 'isTTY');
      else Object.defineProperty(process.stderr, 'isTTY', terminal);
      vi.useRealTimers();
    }
  });

  it('of standard input shows no total', () => {
    const state = { files: 1, done: 0, read: 1e6, totalBytes: 0, seconds: 1 };
    expect(progressLine(state)).toBe('0 of 1 file, 1.0 MB, 1.0 MB/s');
  });

  it('is shown on a terminal only, and cleared afterwards', async () => {
    const line = '{"trajectories": [{"messages_and_choices": [{"role": "user", "content": "a"}]}]}\n';
    folder.write('a.trajectories.jsonl', line.repeat(200_000));
    const silent = await run(['check', 'a.trajectories.jsonl'], { cwd: folder.path });
    expect(silent.stderr).toBe('');
    const script = spawnSync(
      'script',
      ['-qec', `${process.execPath} ${program} check a.trajectories.jsonl`, '/dev/null'],
      { cwd: folder.path, encoding: 'utf8' },
    );
    // Where it was fast enough, there is nothing to see.
    if (script.error !== undefined || !script.stdout.includes('MB/s')) return;
    expect(script.stdout).toMatch(/\r\u001b\[K\d of 1 file, [\d.]+ MB of [\d.]+ MB, /);
    expect(script.stdout).toMatch(/MB\/s[^\r]*\r\u001b\[K[^\r]*a\.trajectories\.jsonl/);
  });

  const script = spawnSync('script', ['--version']);
  it.skipIf(script.error !== undefined)('is cleared when the program is interrupted', async () => {
    // The input goes on.
    const endless = `(trap '' INT; exec yes '{"trajectories": []}')`;
    const command = `${endless} | ${process.execPath} ${program} check - --as trajectory-jsonl`;
    const child = spawn('script', ['-qec', command, '/dev/null']);
    let shown = '';
    for await (const part of child.stdout.setEncoding('utf8')) {
      if (!shown.includes('MB/s')) child.stdin.write(part.includes('MB/s') ? '\u0003' : '');
      shown += part;
    }
    expect(shown).toMatch(/MB\/s(\^C)?\r\u001b\[K$/);
    expect(await exited(child)).toBe(130);
  });
});
