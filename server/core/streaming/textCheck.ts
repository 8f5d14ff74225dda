import type { Engine } from '../engine';
import { type InvalidByte, Utf8Decoder } from '../text/utf8';
import { DocumentCheck } from './document/checkDocument';
import { LinesCheck } from './lines/checkLines';
import type { StreamOptions } from './streamOptions';
import type { TextSummary } from './textSummary';
import type { Checked } from './verdict';

/**
 * Checks a text in UTF-8 of any length while its bytes arrive: the same problems as in the editor, in memory that
 * does not grow with the text. `write` is synchronous; pass about a megabyte at a time.
 */
export class TextCheck {
  private readonly decoder: Utf8Decoder;
  private readonly check: LinesCheck | DocumentCheck;

  constructor(engine: Engine, options: StreamOptions) {
    const Check = options.language === 'trajectory-jsonl' ? LinesCheck : DocumentCheck;
    this.check = new Check(engine, options);
    this.decoder = new Utf8Decoder({ kernel: engine.analyzer().decoder, pool: this.check.pool });
  }

  /** Adds the next bytes, which may be changed afterwards. */
  write(bytes: Uint8Array): void {
    for (const chunk of this.decoder.decode(bytes)) this.check.write(chunk);
  }

  /** The first byte that is not UTF-8, and was read as U+FFFD; null if there is none so far. */
  get invalid(): InvalidByte | null {
    return this.decoder.invalid;
  }

  /** Ends the text, and returns the result. */
  end(): Checked {
    for (const chunk of this.decoder.end()) this.check.write(chunk);
    return this.check.end();
  }

  /** What a request needs of the text that has ended, with the result of `end`. Requires the option `counts`. */
  summaryOf(checked: Checked): TextSummary {
    return this.check.summaryOf(checked);
  }
}
