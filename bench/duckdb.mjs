/**
 * Reads JSON Lines with DuckDB on one thread, as far as the number of trajectories needs it. It checks nothing.
 *
 *     node bench/duckdb.mjs FILE
 */
import { DuckDBInstance } from '@duckdb/node-api';

const [path] = process.argv.slice(2);
const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
const connection = await instance.connect();
const reader = await connection.runAndReadAll(
  "SELECT sum(len(trajectories)) FROM read_json($path, format = 'newline_delimited')",
  { path },
);
console.log(`${reader.getRows()[0][0]} trajectories`);
