/**
 * How many random inputs a property is tried on, and which. `npm test` takes few, the same each time.
 * `npm run test:deep` takes many new ones (`vitest.deep.config.mts` sets the variables).
 */
const times = Number(process.env['RANDOM_TIMES'] ?? 1);
const seed = Number(process.env['RANDOM_SEED'] ?? 20_261_122);

/** Parameters for `fc.assert` and `fc.sample`: so many inputs in `npm test`, and a multiple of it in a deep run. */
export function inputs(few: number): { readonly numRuns: number; readonly seed: number } {
  return { numRuns: few * times, seed };
}

/** Says in a deep run what was reached. */
export function tellFigure(figure: string): void {
  if (times > 1) console.log(figure);
}
