import { readFileSync } from 'node:fs';

/**
 * The schemas of this project as one, without references between files, for the peer's settings.
 * The peer accepts the same common deviations as our server, so that both report the same problems.
 */
export function schemaForPeer() {
  const { $defs } = read('parts');
  const { title, description, type, required, properties } = read('log-request');
  const text = JSON.stringify({ title, description, type, required, properties, $defs });
  return JSON.parse(text.replaceAll('"$ref":"parts.json#', '"$ref":"#'), withNull);
}

function withNull(_key, value) {
  return value?.['x-common-null'] === true ? { ...value, type: [value.type, 'null'] } : value;
}

function read(name) {
  return JSON.parse(readFileSync(new URL(`../schemas/${name}.json`, import.meta.url), 'utf8'));
}
