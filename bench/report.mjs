import { cpus, totalmem } from 'node:os';
import { shapes } from './corpora.mjs';
import { median, percentile95 } from './statistics.mjs';

/** Goals: how many times faster (or smaller) than the peer our server should be, by row and size. */
const goals = [
  { label: /^type in/, megabytes: 45, ratio: 200 },
  { label: /quote|brace|trajectory|again|undo/, megabytes: 45, ratio: 20 },
  { label: /^completion/, megabytes: 45, ratio: 100 },
  { label: /^(hover|selection)/, megabytes: 45, ratio: 50 },
  { label: /^open$/, megabytes: 45, ratio: 1.5 },
  { label: /^open$/, megabytes: 10, ratio: 1.8 },
  { label: /^memory after/, megabytes: 45, ratio: 2 },
  { label: /^memory at its peak/, megabytes: 45, ratio: 3 },
  { label: /^start-up/, ratio: 1.5 },
];
/** Goal: the largest ratio of the median keystroke in a large document to that in a small one. */
const flatness = 2;

/** The report of a run as Markdown. */
export function report({ rows, leaks, settings }) {
  const sections = [
    '# Benchmark',
    introduction(settings),
    '## Ours and the peer',
    ...tables(rows),
    '## The same at every size',
    'Median of typing one character inside a string, from keystroke to diagnostics. Goal: the largest takes at most twice the smallest.',
    flatTable(rows),
  ];
  if (leaks.length > 0) sections.push('## Memory comes back', leakTable(leaks));
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function introduction({ date, command }) {
  const machine = `${cpus().length} cores, ${Math.round(totalmem() / 1e9)} GB of memory, ${process.platform} ${process.arch}, Node ${process.versions.node}`;
  return [
    `Written by \`${command}\` on ${date}; ${machine}.`,
    '',
    'Our language server and that of VS Code for JSON (`vscode-langservers-extracted` 4.10.0, with our schemas)',
    'run over stdio and take turns at the same edits of the same generated documents. The clock is the',
    "client's: from before a message is written until its response is read. Diagnostics are those of the edited",
    'version; the peer is asked for them at once, so that its delay while somebody types does not count. Each',
    'edit is made at the start, in the middle and at the end. Times in milliseconds, memory in megabytes; `ratio`',
    "is the peer's median divided by ours. `lines` has no peer: to it, JSON Lines are one broken document.",
  ].join('\n');
}

function tables(rows) {
  return [...groupBy(rows)].map(([name, group]) => {
    const title = name === undefined ? 'Start-up' : `${capitalized(shapes[name].title)} (\`${name}\`)`;
    return `### ${title}\n\n${mainTable(group)}`;
  });
}

function groupBy(rows) {
  const groups = new Map();
  for (const row of rows) groups.set(row.name, [...(groups.get(row.name) ?? []), row]);
  return groups;
}

function mainTable(rows) {
  const head = ['scenario', 'MB', 'ours', 'p95', 'peer', 'p95', 'ratio', 'goal'];
  return table(head, rows.map(mainRow));
}

function mainRow({ label, name, megabytes, unit, ours, peer }) {
  const ratio = median(peer) / median(ours);
  const goal = goals.find((one) => one.label.test(label) && one.megabytes === megabytes);
  const hasGoal = goal !== undefined && (name === undefined || name === 'pretty') && peer.length > 0;
  return [
    label,
    megabytes === undefined ? '' : String(megabytes),
    shown(median(ours), unit),
    unit === 'MB' ? '' : shown(percentile95(ours)),
    shown(median(peer), unit),
    unit === 'MB' ? '' : shown(percentile95(peer)),
    Number.isNaN(ratio) ? '–' : `${ratio < 10 ? ratio.toFixed(1) : Math.round(ratio)}×`,
    hasGoal ? `${ratio >= goal.ratio ? '✓' : '✗'} ${goal.ratio}×` : '',
  ];
}

function flatTable(rows) {
  const typed = rows.filter(({ label }) => label === 'type in a string');
  const groups = [...groupBy(typed)].filter(([, group]) => group.length > 1);
  if (groups.length === 0) return '';
  const body = groups.map(([name, group]) => {
    const medians = group.map(({ ours }) => median(ours));
    const ratio = medians[medians.length - 1] / medians[0];
    const sizes = group.map(({ megabytes }, i) => `${megabytes} MB: ${shown(medians[i])}`).join(', ');
    return [shapes[name].title, sizes, `${ratio.toFixed(2)}×`, ratio <= flatness ? '✓' : '✗'];
  });
  return table(['document', 'ours', 'largest / smallest', 'goal'], body);
}

function leakTable(leaks) {
  const pair = ({ heap, rss }) => [heap.toFixed(1), rss.toFixed(0)];
  const head = ['after', 'heap before', 'process before', 'heap after', 'process after'];
  return table(
    head,
    leaks.map(({ label, before, after }) => [label, ...pair(before), ...pair(after)]),
  );
}

function table(head, body) {
  const rule = head.map((_, i) => (i === 0 ? '---' : '--:'));
  return [head, rule, ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function shown(number, unit = 'ms') {
  if (Number.isNaN(number)) return '–';
  return number >= 100 || unit === 'MB' ? String(Math.round(number)) : number.toFixed(number < 10 ? 2 : 1);
}

function capitalized(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
