import { cpus, loadavg, totalmem } from 'node:os';
import { median } from './statistics.mjs';

/** The rows of the table: title of a figure, its key, and the upper limit for its median. */
const rows = [
  { title: '`JSON.parse` of the text', key: 'parse' },
  { title: 'Markdown preview of three lines, first webview of a window', key: 'previewCold' },
  {
    title: 'first conversation, first webview of a window',
    key: 'firstCold',
    max: (of) => of('previewCold') + of('parse') + 300,
  },
  { title: 'Markdown preview, opened again', key: 'preview' },
  { title: 'an empty group beside the text, opened by VS Code alone', key: 'group' },
  {
    title: 'first conversation, opened again',
    key: 'first',
    max: (of) => of('preview') + of('parse') + 300,
  },
  { title: 'next trajectory', key: 'next', max: () => 50, isFlat: true },
  { title: 'sort all trajectories', key: 'sort', max: () => 300 },
  { title: 'filter all trajectories', key: 'filter', max: () => 300 },
  { title: 'keystroke → view', key: 'keystroke', max: () => 150, isFlat: true },
  { title: 'keystroke → squiggle, without the view', key: 'problemAlone' },
  {
    title: 'keystroke → squiggle, beside the view',
    key: 'problem',
    max: (of) => of('problemAlone') + frame,
  },
  { title: 'longest task while scrolling', key: 'task', max: () => 50 },
  { title: 'heap in MB, before the visits', key: 'heapBefore' },
  { title: 'heap in MB, after them', key: 'heapAfter', max: (of) => of('heapBefore') * 1.05 },
];
/** Differences of one painted frame are ignored. */
const frame = 17;
/** Goal for flat figures: the largest ratio of the largest to the smallest median. */
const flatness = 2;

/** The report as Markdown; keeps the figures of documents that were not measured. */
export function report(documents, measured, before) {
  const kept = columnsOf(before);
  const columns = Object.entries(documents).map(([name, { title }]) =>
    name in measured ? columnOf(measured[name]) : (kept[title] ?? {}),
  );
  const titles = Object.values(documents).map(({ title }) => title);
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const body = rows.map(({ title, isFlat }) => {
    const cells = columns.map((column) => column[title] ?? '–');
    return line([title, ...cells, isFlat ? flat(cells.slice(0, 3)) : '']);
  });
  const facts = [dated, visited, load].map((title) =>
    line([title, ...columns.map((column) => column[title] ?? '–'), '']),
  );
  const head = ['', ...titles, 'largest / smallest of the first three'];
  return [
    introduction(),
    '',
    line(head),
    line(head.map((_, i) => (i === 0 ? '---' : '--:'))),
    ...body,
    ...facts,
    '',
  ].join('\n');
}

const dated = 'measured on';
const visited = 'trajectories visited';
const load = 'load of the machine, this included';

function columnOf(figures) {
  const of = (key) => (key === 'task' ? Math.max(...figures[key]) : median(figures[key]));
  const cells = rows.map(({ title, key, max }) => {
    const number = of(key);
    if (max === undefined) return [title, shown(number)];
    return [title, `${shown(number)} ${number <= max(of) ? '✓' : '✗'} ≤ ${shown(max(of))}`];
  });
  const facts = [
    [dated, new Date().toISOString().slice(0, 10)],
    [visited, `${figures.next.length}`],
    [load, loadavg()[1].toFixed(1)],
  ];
  return Object.fromEntries([...cells, ...facts]);
}

function flat(cells) {
  const numbers = cells.map((cell) => Number.parseFloat(cell)).filter((number) => !Number.isNaN(number));
  if (numbers.length < 2) return '';
  const ratio = Math.max(...numbers) / Math.min(...numbers);
  return `${ratio.toFixed(2)}× ${ratio <= flatness ? '✓' : '✗'} ≤ ${flatness}×`;
}

/** Cells by title of the document and title of the row. */
function columnsOf(text) {
  const [head, , ...lines] = text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map(cellsOf);
  const titles = head?.slice(1, -1) ?? [];
  return Object.fromEntries(
    titles.map((title, i) => [title, Object.fromEntries(lines.map((cells) => [cells[0], cells[i + 1]]))]),
  );
}

function cellsOf(line) {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

function introduction() {
  const machine = `${cpus().length} cores, ${Math.round(totalmem() / 1e9)} GB of memory, ${process.platform} ${process.arch}`;
  return [
    '# The trajectory view, measured',
    '',
    `Written by \`npm run bench:view\`; ${machine}. A VS Code server and a headless browser without a`,
    'graphics card share these cores; the webview runs in the thread of the workbench, as it does there and not on a desktop.',
    'Each number is a median in milliseconds from the key or the click, as the browser has received it, until its effect has',
    'been painted. ✓ or ✗ tells whether it is within its limit, which follows. Opening anything beside a text makes VS Code',
    'wrap its lines again, which it does up to 20 MB; the preview is opened beside a text of three lines.',
  ].join('\n');
}

function shown(number) {
  return number >= 10 ? String(Math.round(number)) : number.toFixed(1);
}
