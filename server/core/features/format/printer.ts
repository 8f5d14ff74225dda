import { childCount, childrenOf } from '../../syntax/nodes/children';
import type { Node } from '../../syntax/nodes/node';
import { Kind } from '../../syntax/tree/nodeKind';
import type { Range } from '../../text/range';
import { sliceText, type Text } from '../../text/text';
import type { Work } from '../../work';
import { StringBuilder } from '../longStrings';
import type { Layout } from './formatLayout';

/** Values printed between two yields. */
const yieldEvery = 1000;
/** A longer token is printed in steps. */
const maxAtOnce = 100_000;

/** A container whose members are being printed. */
interface Level {
  readonly node: Node;
  readonly members: Iterator<Node>;
  isEmpty: boolean;
}

/**
 * Prints values of a text, which must be JSON, into a new document, laid out as `formatDocument` does and with every token
 * unchanged.
 */
export class Printer {
  private readonly text: Text;
  readonly layout: Layout;
  /** Maximum code units; nothing is printed beyond it. */
  private readonly limit: number;
  private readonly printed = new StringBuilder();
  private length = 0;

  constructor(text: Text, layout: Layout, limit: number) {
    this.text = text;
    this.layout = layout;
    this.limit = limit;
  }

  get isTooLong(): boolean {
    return this.length > this.limit;
  }

  push(piece: string): void {
    this.length += piece.length;
    if (!this.isTooLong) this.printed.push(piece);
  }

  /** Prints a range of the text as it is. */
  *range({ from, to }: Range): Work<void> {
    for (let at = from; at < to && !this.isTooLong; at += maxAtOnce) {
      if (at > from) yield;
      this.push(sliceText(this.text, at, Math.min(to, at + maxAtOnce)));
    }
  }

  /** Prints a value that is inside of `depth` containers. */
  *value(value: Node, depth: number): Work<void> {
    const levels: Level[] = [];
    yield* this.start(value, levels);
    for (let steps = 1; levels.length > 0 && !this.isTooLong; steps++) {
      if (steps % yieldEvery === 0) yield;
      const level = levels.at(-1)!;
      const inner = depth + levels.length;
      const step = level.members.next();
      if (step.done === true) {
        this.push(`${this.layout.close(inner)}${level.node.kind === Kind.object ? '}' : ']'}`);
        levels.pop();
        continue;
      }
      const { key } = step.value;
      this.push(level.isEmpty ? this.layout.open(inner) : `,${this.layout.comma(inner)}`);
      level.isEmpty = false;
      if (key !== null) {
        yield* this.range(key);
        this.push(': ');
      }
      yield* this.start(step.value, levels);
    }
  }

  toString(): string {
    return this.printed.toString();
  }

  /** Prints a scalar, or opens a container. */
  private *start(node: Node, levels: Level[]): Work<void> {
    const isContainer = node.kind === Kind.object || node.kind === Kind.array;
    if (!isContainer) yield* this.range(node);
    else if (childCount(node) > 0) {
      this.push(node.kind === Kind.object ? '{' : '[');
      levels.push({ node, members: childrenOf(node), isEmpty: true });
    } else yield* this.childless(node);
  }

  /** Prints a container without members: an empty one, or one nested too deep for the tree. */
  private *childless(node: Node): Work<void> {
    const isShort = node.to - node.from < maxAtOnce;
    const [, open, close] =
      (isShort && /^([[{])\s*([\]}])$/.exec(sliceText(this.text, node.from, node.to))) || [];
    if (open === undefined) yield* this.range(node);
    else this.push(`${open}${close}`);
  }
}
