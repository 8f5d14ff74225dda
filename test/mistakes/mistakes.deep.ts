import { expect, it } from 'vitest';
import { measuredAll } from './measure';
import { schemaKinds } from './schemaKinds';
import { syntaxKinds } from './syntaxKinds';

const seed = Number(process.env['RANDOM_SEED']);
/** Number of places per file for each kind of mistake. */
const places = Number(process.env['SLIP_PLACES'] ?? 30);

it('A mistake in a real file is nearly always one problem, and the first fix nearly always undoes it', () => {
  const { outcomes, tried, one, cleanedByFirst, cleanedByAny } = measuredAll(
    [...syntaxKinds, ...schemaKinds],
    places,
    seed,
  );
  console.log(`| ${'Mistake'.padEnd(46)} | tried |   one | first |   any |`);
  for (const { kind, ...counts } of outcomes) {
    const figures = [counts.tried, counts.one, counts.cleanedByFirst, counts.cleanedByAny];
    console.log(
      `| ${kind.padEnd(46)} | ${figures.map((figure) => String(figure).padStart(5)).join(' | ')} |`,
    );
  }
  const shares = [one, cleanedByFirst, cleanedByAny].map((share) =>
    `${(100 * share).toFixed(1)} %`.padStart(7),
  );
  console.log(
    `| ${`all ${outcomes.length} kinds`.padEnd(46)} | ${String(tried).padStart(5)} |${shares.join(' |')} |`,
  );
  for (const { kind, worst } of outcomes)
    if (worst !== null)
      console.log(`${kind}: ${worst.problems.length} problems\n  ${worst.problems.slice(0, 5).join('\n  ')}`);
  expect(one).toBeGreaterThan(0.97);
  expect(cleanedByFirst).toBeGreaterThan(0.92);
});
