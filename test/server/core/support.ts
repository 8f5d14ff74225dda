import {
  type Document,
  type DocumentOptions,
  openDocument,
  problemsOf,
  type Revision,
  reanalyze,
  revise,
} from '../../../server/core/document';
import { createEngine } from '../../../server/core/engine';
import { locatePaths, type PathLocation } from '../../../server/core/features/paths/locatePaths';
import { type Summary, summarize } from '../../../server/core/features/summary';
import { childrenOf } from '../../../server/core/syntax/nodes/children';
import { type Node, rootOf } from '../../../server/core/syntax/nodes/node';
import type { PathSegment } from '../../../server/core/syntax/nodes/path';
import type { Part } from '../../../server/core/syntax/tree/tree';
import { type Edit, stringOf } from '../../../server/core/text/text';
import { runToEnd } from '../../../server/core/work';

/** One engine for all tests: its only state is the compiled schemas. */
export const engine = createEngine();

export const options: Record<'trajectory' | 'config' | 'lines', DocumentOptions> = {
  trajectory: { language: 'trajectory', name: 'test.trajectory.json' },
  config: { language: 'training-config', name: 'test.training-config.json' },
  lines: { language: 'trajectory-jsonl', name: 'test.trajectories.jsonl' },
};

/** As in `options`, but of a fixed kind whatever the contents, so that every problem is listed. */
export const ofKind: Record<'request' | 'lines', DocumentOptions> = {
  request: { ...options.trajectory, kind: 'log-request' },
  lines: { ...options.lines, kind: 'group-lines' },
};

export function open(content: string, how: DocumentOptions = options.trajectory): Document {
  return openDocument(engine, content, how);
}

/** Applies edits in sequence: each edit's offsets refer to the result of the previous one. */
export function editDocument(document: Document, edits: readonly Edit[]): Document {
  const start: Revision = { text: document.text, changes: [] };
  return runToEnd(reanalyze(document, edits.reduce(revise, start)));
}

/** The whole observable state of a document: text, every node, every problem. */
export function everything(document: Document): unknown {
  return {
    text: stringOf(document.text),
    type: document.type,
    counts: document.counts,
    nodes: nodes(document),
    problems: problemsOf(document, 100_000).map(({ code, from, to, message, related, fix }) => ({
      code,
      from,
      to,
      message,
      related,
      fix,
    })),
  };
}

/** Every part of the tree, with its offset. */
export function* parts({ tree }: Document): Generator<{ readonly part: Part; readonly offset: number }> {
  const stack: { part: Part; offset: number }[] = [{ part: tree.root, offset: 0 }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    yield next;
    const { part, offset } = next;
    if (part.type === 'branch')
      part.parts.forEach((inner, i) => {
        stack.push({ part: inner, offset: offset + part.starts[i]! });
      });
  }
}

/** Every node in document order, one per line. */
export function nodes(document: Document): string[] {
  const lines: string[] = [];
  const stack: { members: Iterator<Node>; depth: number }[] = [
    { members: childrenOf(rootOf(document.tree)), depth: 0 },
  ];
  while (stack.length > 0) {
    const top = stack[stack.length - 1]!;
    const step = top.members.next();
    if (step.done === true) {
      stack.pop();
      continue;
    }
    const { kind, flags, from, to, index, key } = step.value;
    const name = key === null ? '' : ` key ${key.from}-${key.to} ${key.flags} ${key.number}`;
    lines.push(`${top.depth} #${index} kind ${kind} flags ${flags} ${from}-${to}${name}`);
    stack.push({ members: childrenOf(step.value), depth: top.depth + 1 });
  }
  return lines;
}

/** Problems as `severity code "marked text"`, in list order. */
export function problems(content: string, how: DocumentOptions = options.trajectory): string[] {
  return problemsOf(open(content, how)).map(
    ({ severity, code, from, to }) => `${severity} ${code} ${JSON.stringify(content.slice(from, to))}`,
  );
}

/** The summary of a document, as needed to send it. */
export function summaryOf(document: Document): Summary {
  return runToEnd(summarize(document));
}

/** Resolves a path in a document. */
export function locatePath(
  document: Pick<Document, 'text' | 'tree'>,
  path: readonly PathSegment[],
): PathLocation {
  return runToEnd(locatePaths(document, [path]))[0]!;
}
