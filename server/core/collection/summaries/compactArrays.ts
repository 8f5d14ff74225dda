/** Numbers, in an array that holds them exactly; NaN for a missing one. Never written to: arrays may be shared. */
export type Floats = Float64Array | Float32Array;
export type Integers = Int32Array | Int16Array | Int8Array;

/** Arrays of nothing but NaN, and of nothing but 0, by length: most columns of most pieces are such arrays. */
const missing = new Map<number, Floats>();
const zeros = new Map<number, Integers>();
/** Lengths remembered of each. */
const maxLengths = 200;

/** Numbers in the smallest array that holds them exactly. */
export function floatsOf(values: readonly number[]): Floats {
  if (values.every(Number.isNaN))
    return shared(missing, values.length, (length) => new Float32Array(length).fill(Number.NaN));
  const small = new Float32Array(values);
  for (const [i, value] of small.entries()) if (!Object.is(value, values[i])) return new Float64Array(values);
  return small;
}

/** Integers of 32 bits in the smallest array that holds them. */
export function integersOf(values: readonly number[]): Integers {
  let [lowest, highest] = [0, 0];
  for (const value of values) {
    if (value < lowest) lowest = value;
    if (value > highest) highest = value;
  }
  if (lowest === 0 && highest === 0) return shared(zeros, values.length, (length) => new Int8Array(length));
  if (lowest >= -(2 ** 7) && highest < 2 ** 7) return new Int8Array(values);
  return lowest >= -(2 ** 15) && highest < 2 ** 15 ? new Int16Array(values) : new Int32Array(values);
}

function shared<Values>(
  known: Map<number, Values>,
  length: number,
  make: (length: number) => Values,
): Values {
  let array = known.get(length);
  if (array === undefined) {
    if (known.size === maxLengths) known.clear();
    known.set(length, (array = make(length)));
  }
  return array;
}
