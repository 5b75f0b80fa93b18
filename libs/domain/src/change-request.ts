import type { AuditOrigin } from './audit';
import type { RevisionOrigin } from './history';
import type { PersonMarks } from './person';
import type { Revision } from './revision';
import type { Instant } from './time';

/** Where a change is that was not applied at once. */
export const changeStates = [
  'pending',
  'scheduled',
  'applied',
  'rejected',
  'cancelled',
  'conflicted',
  'failed',
] as const;
export type ChangeState = (typeof changeStates)[number];

/** A change that waits, for review or for its time, or is done with. */
export interface ChangeRequest {
  /** A UUID. */
  readonly id: string;
  readonly namespaceKey: string;
  readonly state: ChangeState;
  readonly message: string;
  readonly author: AuditOrigin;
  /** The marks of everybody who wrote what it is to do, the author first. */
  readonly writers: PersonMarks;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  /** What the author has seen; undefined for no check. */
  readonly baseRevision: Revision | undefined;
  /**
   * When it is to be applied, as was asked for; undefined for as soon as it can be, and for a step that goes by
   * `after`.
   */
  readonly plannedAt: Instant | undefined;
  /** From when on it is applied; undefined while it waits for review, or for the step before. */
  readonly dueAt: Instant | undefined;
  /** How long after the step before it is due, in microseconds; undefined unless it goes by that. */
  readonly after: number | undefined;
  /** Common to the steps of a series; `''` for a change that is alone. */
  readonly seriesId: string;
  /** Its place in the series: 1, 2, 3, …; 0 for a change that is alone. */
  readonly step: number;
  /** What it came from. */
  readonly origin: Extract<RevisionOrigin, 'change' | 'restore' | 'promotion'>;
  /** What is wanted, in a form that the writer of it knows. */
  readonly content: string;
  /** Raised with every edit, which makes approvals of earlier ones void. */
  readonly version: number;
  /** True for one that somebody has to approve, whatever the policy says. */
  readonly isProposal: boolean;
  /** The revision that it made; undefined while it has made none. */
  readonly revision: Revision | undefined;
  /** Why it ended without being applied; `''` for none. */
  readonly reason: string;
  /** Why it needs no approvals, whatever the policy says; `''` for none. */
  readonly bypassReason: string;
}

/** A change without what it wants, which may be large. */
export type ChangeStep = Omit<ChangeRequest, 'content'>;

/** What a reviewer says of a change. */
export type ReviewVerdict = 'approve' | 'reject';

/** A review of one version of a change. */
export interface ChangeReview {
  readonly changeId: string;
  readonly version: number;
  readonly author: AuditOrigin;
  readonly verdict: ReviewVerdict;
  readonly comment: string;
  readonly at: Instant;
}

/** How changes of a namespace are reviewed. */
export interface ReviewPolicy {
  /** 0 to {@link MAX_APPROVALS}; 0 for no review. */
  readonly requiredApprovals: number;
  readonly mayApproveOwn: boolean;
  /** With approvals required, direct writes are refused. */
  readonly restrictDirectWrites: boolean;
  /** Roles that may write directly all the same, with a reason. */
  readonly bypass: readonly string[];
  /** A change that is approved after its time is applied then; otherwise it waits for a new time, or for a person. */
  readonly appliesLate: boolean;
}

/** Most approvals that a policy may require. */
export const MAX_APPROVALS = 5;

/** The policy of a namespace that nobody has given one. */
export const NO_REVIEW: ReviewPolicy = {
  requiredApprovals: 0,
  mayApproveOwn: false,
  restrictDirectWrites: true,
  bypass: [],
  appliesLate: false,
};
