import { Additions, type Addition } from './additions';
import { optional, text } from './columns';

/** What each revision changed, in a few lines. */
export class RevisionLines1765756800000 extends Additions {
  override readonly columns: readonly Addition[] = [['revisions', optional(text('lines'))]];
}
