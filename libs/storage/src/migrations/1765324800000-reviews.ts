import { Additions, type Addition } from './additions';
import { flag, optional } from './columns';

/** Whether turning flags off takes approvals, too. */
export class Reviews1765324800000 extends Additions {
  override readonly columns: readonly Addition[] = [['review_policies', optional(flag('review_off'))]];
}
