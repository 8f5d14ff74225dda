import type { Schema } from '../../schema/schema';
import type { Kind } from '../../syntax/tree/nodeKind';
import { keyName } from '../../syntax/tree/strings';
import { sliceText, type Text } from '../../text/text';
import type { Subject } from '../rule';

/** A value as rules see it. */
export class ValueSubject implements Subject {
  readonly kind: Kind;
  readonly flags: number;
  readonly from: number;
  readonly to: number;
  readonly schema: Schema;
  readonly isRequired: boolean;
  private readonly at: ValueAt;

  constructor(value: Pick<Subject, 'kind' | 'flags' | 'from' | 'to' | 'schema' | 'isRequired'>, at: ValueAt) {
    this.kind = value.kind;
    this.flags = value.flags;
    this.from = value.from;
    this.to = value.to;
    this.schema = value.schema;
    this.isRequired = value.isRequired;
    this.at = at;
  }

  get hasKey(): boolean {
    return this.at.key !== null;
  }

  name(): string {
    return this.at.key ?? this.at.itemName();
  }

  value(): string {
    const { text, offset } = this.at;
    return keyName(text, { from: offset + this.from, to: offset + this.to, flags: this.flags });
  }

  text(from: number, to: number): string {
    const { text, offset } = this.at;
    return sliceText(text, offset + from, offset + to);
  }
}

/** Location of a value: the offset of its part, and its name. */
interface ValueAt {
  readonly text: Text;
  readonly offset: number;
  readonly key: string | null;
  readonly itemName: () => string;
}
