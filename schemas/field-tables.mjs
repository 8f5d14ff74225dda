/** Property tables in Markdown, already in the formatter's layout. */

const sections = [
  'log-request.json',
  'training-job.json',
  'training-config.json',
  'parts.json#/$defs/trajectory-group',
  'parts.json#/$defs/trajectory',
  'parts.json#/$defs/message',
  'parts.json#/$defs/tool',
  'parts.json#/$defs/function',
];

/** One section with a table for each object of a request body; ends with a line break. */
export function fieldTablesOf(schemas) {
  return sections.map((ref) => section(resolve(ref, '', schemas), schemas)).join('\n');
}

function section({ node, file }, schemas) {
  const rows = Object.entries(node.properties).map(([name, property]) => [
    `\`${name}\``,
    typeText(property, file, schemas),
    node.required?.includes(name) ? 'yes' : 'no',
    property.description,
  ]);
  return `### ${node.title}\n\n${node.description}\n\n${table([['Property', 'Type', 'Required', 'Description'], ...rows])}`;
}

function typeText(property, file, schemas) {
  const { node, file: nodeFile } = property.$ref
    ? resolve(property.$ref, file, schemas)
    : { node: property, file };
  if (node.type === 'object' && property.$ref) return node.title;
  if (node.type === 'array' && node.items) return `array of ${typeText(node.items, nodeFile, schemas)}`;
  return node.format ? `${node.type}, ${node.title}` : node.type;
}

/** The node that a reference in `file` points to, and that node's file. */
function resolve(ref, file, schemas) {
  const [name, path = ''] = ref.split('#');
  const target = name === '' ? file : name;
  const steps = path.split('/').slice(1);
  return { node: steps.reduce((parent, step) => parent[step], schemas[target]), file: target };
}

function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const line = (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |\n`;
  const rule = line(widths.map((width) => '-'.repeat(width)));
  const [head, ...body] = rows.map(line);
  return `${head}${rule}${body.join('')}`;
}
