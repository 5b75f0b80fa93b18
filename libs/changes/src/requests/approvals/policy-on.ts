import type { ChangeStep, ReviewPolicy } from '@pennon/domain';
import { isForAll } from '../../commit/policy-scope';

/** Why changes need no approvals, each with the version for which that was found out: another one may need some. */
export type Marks = Pick<ChangeStep, 'exemptVersion' | 'offVersion'>;

/** A change with its marks. */
type Marked = Marks & Pick<ChangeStep, 'version'>;

/** Which marks hold for a change. */
export interface HeldMarks {
  /** It touches nothing that its policy holds for. */
  readonly exempt: boolean;
  /** It does nothing but turn flags off. */
  readonly off: boolean;
}

/** How a change is reviewed: by the policy of its namespace, if that holds for it. */
export function policyOn(request: Marked, policy: ReviewPolicy): ReviewPolicy {
  const { exempt, off } = heldMarks(request);
  const isFree = (exempt && !isForAll(policy.appliesTo)) || (off && !policy.reviewsOff);
  return isFree ? withoutReview(policy) : policy;
}

/** The policy for what needs no approvals. */
export function withoutReview(policy: ReviewPolicy): ReviewPolicy {
  return { ...policy, requiredApprovals: 0, requiredReviewers: [] };
}

/** The marks that hold for a change as it is now. */
export function heldMarks({ version, exemptVersion, offVersion }: Marked): HeldMarks {
  return { exempt: exemptVersion === version, off: offVersion === version };
}

/** The marks that hold for all of some changes. */
export function commonMarks(all: readonly HeldMarks[]): HeldMarks {
  return { exempt: all.every(({ exempt }) => exempt), off: all.every(({ off }) => off) };
}

/**
 * A change with marks that hold for a version.
 *
 * @returns Without members that it neither has nor gets: a database may not have the columns yet.
 */
export function marked(request: Marks, version: number, { exempt, off }: HeldMarks): Marks {
  return {
    ...((exempt || request.exemptVersion !== undefined) && { exemptVersion: exempt ? version : undefined }),
    ...((off || request.offVersion !== undefined) && { offVersion: off ? version : undefined }),
  };
}
