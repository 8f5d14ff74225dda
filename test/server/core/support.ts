import {
  createEngine,
  type Document,
  type DocumentOptions,
  openDocument,
  problemsOf,
} from '../../../server/core/document';
import { childrenOf, type Node, rootOf } from '../../../server/core/syntax/nodes';
import { stringOf } from '../../../server/core/text/text';

/** One engine for all tests: it holds nothing but the compiled schemas. */
export const engine = createEngine();

export const options: Record<'trajectory' | 'config' | 'lines', DocumentOptions> = {
  trajectory: { language: 'trajectory', name: 'test.trajectory.json' },
  config: { language: 'training-config', name: 'test.training-config.json' },
  lines: { language: 'trajectory-jsonl', name: 'test.trajectories.jsonl' },
};

export function open(content: string, how: DocumentOptions = options.trajectory): Document {
  return openDocument(engine, content, how);
}

/** Everything that can be seen of a document: its text, every node, every problem. */
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

/** Every node in document order, each as one line. */
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

/** Problems as `severity code "marked text"`, in the order of the list. */
export function problems(content: string, how: DocumentOptions = options.trajectory): string[] {
  return problemsOf(open(content, how)).map(
    ({ severity, code, from, to }) => `${severity} ${code} ${JSON.stringify(content.slice(from, to))}`,
  );
}
