import { afterAll, beforeAll, it } from 'vitest';
import { type Session, startSession, token } from './session';

let session: Session;

beforeAll(async () => {
  session = await startSession();
});

afterAll(() => session?.close());

it('makes a job of a training config and the lines of another file', async () => {
  const bench = await session.open('grpo.training-config.json');
  await bench.runCommand('Trajectory: Create Training Job');
  await bench.pick(/^airline\.trajectories\.jsonl$/);
  await bench.answer('Train Which Model Id?', '8c5f1c0e-3f0b-4a52-9a57-2f4f2f1d8b11');
  await bench.answer('Access token for', token);
  await bench.confirm(/12 groups.*grpo\.training-config\.json/s, 'Create Training Job');
  await bench.statusItem(/Job [0-9a-f]{8}/).waitFor();
});
