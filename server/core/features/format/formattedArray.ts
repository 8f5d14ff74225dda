import { analyze } from '../../document';
import type { Engine } from '../../engine';
import type { Range } from '../../text/range';
import { sliceText, type Text } from '../../text/text';
import type { Work } from '../../work';
import { StringBuilder, textOfLong } from '../longStrings';
import { maxGrowth } from './format';
import type { FormatOptions } from './formatLayout';
import { formattedText } from './formattedText';

/** Code units of items to format at once. */
const batchLength = 10_000;
/** An item to find the place of the items by. */
const mark = '0';

/** JSON text before and after the items of an array. The array's brackets are the last that opens and the first that closes. */
export interface Frame {
  readonly head: string;
  readonly tail: string;
}

interface FormattedArrayOptions {
  readonly engine: Engine;
  readonly frame: Frame;
  /** Number of containers around an item. */
  readonly depth: number;
  readonly format: FormatOptions;
  /** Maximum code units of the result. */
  readonly limit: number;
}

/**
 * A document of one long array, formatted as `formatDocument` does. Its items are formatted in batches: the tree of a
 * million items would take more memory than their text.
 */
export class FormattedArray {
  private readonly options: FormattedArrayOptions;
  /** The brackets around a batch, formatted; null until the first one. */
  private brackets: Frame | null = null;
  private readonly formatted = new StringBuilder();
  private batch = new StringBuilder();
  /** Code units of the batch, of the batches before it, and of their formatted text. */
  private length = 0;
  private given = 0;
  private made = 0;

  constructor(options: FormattedArrayOptions) {
    this.options = options;
  }

  /** Adds an item, a range of a text that is JSON, with JSON around it. */
  *add(text: Text, range: Range, { head, tail }: Frame): Work<void> {
    this.batch.push(this.length === 0 ? head : `,${head}`);
    if (range.to - range.from < batchLength) this.batch.push(sliceText(text, range.from, range.to));
    else yield* this.batch.pushRange(text, range);
    this.batch.push(tail);
    this.length += head.length + range.to - range.from + tail.length + 1;
    if (this.length >= batchLength) yield* this.formatBatch();
  }

  /** The document; null if it would become too long. */
  *end(): Work<string | null> {
    if (this.length > 0) yield* this.formatBatch();
    const { head, tail } = yield* this.formattedFrame(this.options.frame);
    const length = head.length + this.made + tail.length + 1;
    if (this.isTooLong || length > this.options.limit) return null;
    return `${head}${this.formatted.toString()}${tail}\n`;
  }

  /** Nothing is formatted beyond the limits. */
  private get isTooLong(): boolean {
    return this.made > this.options.limit || this.made - this.given > maxGrowth;
  }

  private *formatBatch(): Work<void> {
    const items = this.batch.toString();
    this.batch = new StringBuilder();
    this.length = 0;
    yield;
    if (this.isTooLong) return;
    const { depth } = this.options;
    this.brackets ??= yield* this.formattedFrame({ head: '['.repeat(depth), tail: ']'.repeat(depth) });
    const { head, tail } = this.brackets;
    const all = yield* this.format(head + items + tail);
    this.formatted.push(this.made === 0 ? '' : ',', all.slice(head.length, -tail.length));
    this.given += items.length + 1;
    this.made += all.length - head.length - tail.length + 1;
  }

  private *formattedFrame({ head, tail }: Frame): Work<Frame> {
    const text = yield* this.format(`${head}${mark}${tail}`);
    // Only brackets follow the mark.
    return { head: text.slice(0, text.lastIndexOf('[') + 1), tail: text.slice(text.lastIndexOf(mark) + 1) };
  }

  private *format(content: string): Work<string> {
    const { engine, format } = this.options;
    // What the items mean does not matter, so no rule looks at them.
    const how = { language: 'trajectory', name: '', kind: 'unrecognized' } as const;
    const document = yield* analyze(engine, yield* textOfLong(content), how);
    return (yield* formattedText(document, content, format)).text;
  }
}
