/**
 * What people write instead of `trajectory check`: `readline`, `JSON.parse` and a compiled schema, with all errors.
 *
 *     node bench/ajvScript.mjs FILE
 */
import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { schemaForPeer } from './schema.mjs';

const [path] = process.argv.slice(2);
const ajv = new Ajv2020({ allErrors: true, strict: false });
formats(ajv);
const schema = schemaForPeer();
let errors = 0;
const count = (validate, value) => {
  if (!validate(value)) errors += validate.errors.length;
};
if (path.endsWith('.jsonl')) {
  const validate = ajv.compile({ $ref: '#/$defs/trajectory-group', $defs: schema.$defs });
  for await (const line of createInterface({ input: createReadStream(path) }))
    count(validate, JSON.parse(line));
} else count(ajv.compile(schema), JSON.parse(readFileSync(path, 'utf8')));
console.log(`${errors} errors`);
