import type { Few, Floats, Integers, Rows } from './rows';

/** The same rows, with each column in the smallest arrays that hold its values exactly. */
export function compactRows(rows: Rows): Rows {
  const { numbers, labels, tools } = rows;
  return {
    ...rows,
    reward: compactFloats(rows.reward),
    startTime: compactFloats(rows.startTime),
    messages: compactIntegers(rows.messages),
    characters: compactIntegers(rows.characters),
    problems: compactIntegers(rows.problems),
    calls: compactIntegers(rows.calls),
    unanswered: compactIntegers(rows.unanswered),
    cutOff: compactIntegers(rows.cutOff),
    numbers: numbers.map(({ name, values, at }) => ({
      name,
      values: compactFloats(values),
      at: at && compactIntegers(at),
    })),
    labels: labels.map(({ name, texts, values, at }) => ({
      name,
      texts,
      values: compactIntegers(values),
      at: at && compactIntegers(at),
    })),
    tools: { ...tools, starts: compactIntegers(tools.starts), codes: compactIntegers(tools.codes) },
  };
}

function compactFloats(values: Floats | Few): Floats {
  for (const value of values) if (!Object.is(Math.fround(value), value)) return Float64Array.from(values);
  return Float32Array.from(values);
}

function compactIntegers(values: Integers | Few): Integers {
  let [lowest, highest] = [0, 0];
  for (const value of values) {
    if (value < lowest) lowest = value;
    if (value > highest) highest = value;
  }
  if (lowest >= -(2 ** 7) && highest < 2 ** 7) return Int8Array.from(values);
  return lowest >= -(2 ** 15) && highest < 2 ** 15 ? Int16Array.from(values) : Int32Array.from(values);
}
