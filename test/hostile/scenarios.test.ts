import { afterAll, describe, expect, it } from 'vitest';
import { inputs } from '../budget';
import { useServer } from '../server/client';
import { printLong, type Row, sampled, startMetered } from './responsiveness';
import { edits, floods } from './scenarios/editScenarios';
import { odd } from './scenarios/oddScenarios';
import { parameters } from './scenarios/requestScenarios';
import { finding, views } from './scenarios/viewScenarios';

/** `npm run test:deep` runs every scenario, in a large size, and prints response times. */
const isDeep = inputs(1).numRuns > 1;
const size = isDeep ? 5_000_000 : 20_000;
/** `npm test` always runs the same few. */
const scenarios = [...finding, ...edits, ...floods, ...parameters, ...views, ...odd].filter(
  (_, i) => isDeep || i % 6 === inputs(1).seed % 6,
);

const server = useServer();
const rows: Row[] = [];

describe('A server answers requests about another document', () => {
  it.each(scenarios.map((scenario) => [scenario.name, scenario] as const))(
    'during %s',
    async (_, scenario) => {
      const wire = await startMetered(server.runWith);
      const sample = await sampled(wire, async () => {
        await scenario.run(wire, size);
        return {};
      });
      rows.push({ text: scenario.name, request: 'scenario', ...sample });
      expect(sample.outcome).toBe('ok');
      await wire.end();
    },
  );
});

afterAll(() => {
  if (isDeep) printLong(`${rows.length} scenarios of ${size} code units`, rows);
});
