import type { Text } from '../../text/text';
import type { DeepValue } from '../recovery/deepValue';
import { State } from '../state';
import { Kind } from '../tree/nodeKind';
import { Brackets } from './brackets';
import type { Place } from './place';
import { Properties } from './properties';
import { Root } from './root';
import { Separators } from './separators';
import { Values } from './values';

/**
 * Reads the members of objects, arrays and the root, one token at a time: adds nodes to the tree, reports syntax errors,
 * and sets the state for the next token.
 */
export class Members {
  readonly brackets: Brackets;
  readonly root: Root;
  private readonly place: Place;
  private readonly values: Values;
  private readonly properties: Properties;
  private readonly separators: Separators;

  constructor(text: Text, place: Place, deep: DeepValue) {
    this.place = place;
    this.brackets = new Brackets(place);
    this.values = new Values(place, this.brackets, deep);
    this.root = new Root(text, place, this.values);
    this.properties = new Properties(place, this.brackets, this.values);
    this.separators = new Separators(place, this.brackets);
  }

  /** Processes the current token in the innermost container, which is an object or an array. */
  read(): void {
    const { state, builder } = this.place;
    if (this.separators.isAtLog()) this.separators.passLog();
    else if (state === State.after) this.separators.read();
    else if (builder.top().kind === Kind.array) this.values.inArray();
    else if (state === State.colon) this.properties.colon();
    else if (state === State.value) this.properties.value();
    else this.properties.name();
  }
}
