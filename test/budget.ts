/**
 * The number and seed of a property's random inputs. `npm test` uses few, the same each time.
 * `npm run test:deep` uses many new ones (`vitest.deep.config.mts` sets the variables).
 */
const times = Number(process.env['RANDOM_TIMES'] ?? 1);
const seed = Number(process.env['RANDOM_SEED'] ?? 20_261_122);

/** Parameters for `fc.assert` and `fc.sample`: `few` inputs in `npm test`, a multiple of it in a deep run. */
export function inputs(few: number): { readonly numRuns: number; readonly seed: number } {
  return { numRuns: few * times, seed };
}

/** Whether to try all inputs also where `npm test` leaves the longest ones out. */
export const isDeep = times > 1;

/** Prints a figure in deep runs. */
export function tellFigure(figure: string): void {
  if (isDeep) console.log(figure);
}
