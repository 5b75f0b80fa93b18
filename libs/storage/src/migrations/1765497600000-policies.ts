import { Additions, type Addition } from './additions';
import { bigint, flag, optional, text } from './columns';

/** Whose approval a policy wants, for what it holds, and what a reviewer was a member of. */
export class Policies1765497600000 extends Additions {
  override readonly columns: readonly Addition[] = [
    ['review_policies', optional(text('required_reviewers'))],
    ['review_policies', optional(text('applies_to'))],
    ['review_policies', optional(flag('reapprove_after_merge'))],
    ['change_reviews', optional(text('memberships'))],
    ['change_reviews', optional(bigint('revision'))],
    ['change_requests', optional(bigint('exempt_version'))],
    ['change_requests', optional(bigint('off_version'))],
  ];
}
