import { Additions, type Addition } from './additions';
import { optional, text } from './columns';

/** Who turned each flag off, when and why. */
export class Off1765065600000 extends Additions {
  override readonly columns: readonly Addition[] = [['flags', optional(text('turned_off'))]];
}
