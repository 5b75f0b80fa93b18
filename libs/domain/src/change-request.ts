import type { AuditOrigin } from './audit';
import type { RevisionOrigin, SubjectKey } from './history';
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

/**
 * What becomes of flags and segments that others have changed since the base: `fail` refuses the change, `merge` merges
 * both and refuses it for parts that both have changed, `overwrite` takes what is wanted for those, and `leave` what
 * others have made of them.
 */
export type OnConflict = 'fail' | 'merge' | 'overwrite' | 'leave';

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
  /** Undefined for a change that a version before stored: what it wants is in its content, and it does not merge. */
  readonly onConflict: OnConflict | undefined;
  /** What is wanted beside the states of its {@link ChangeSubject}s, in a form that the writer of it knows. */
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
  /** The version of it that touches nothing for which a policy with a scope holds; undefined for none. */
  readonly exemptVersion?: number | undefined;
  /** The version of it that does nothing but turn flags off; undefined for none. */
  readonly offVersion?: number | undefined;
}

/** A change without what it wants, which may be large. */
export type ChangeStep = Omit<ChangeRequest, 'content'>;

/** What a change that waits is based on, and wants, of one flag or segment, in a form that the writer of it knows. */
export interface ChangeSubject extends SubjectKey {
  /** What it was; undefined when it was not there. */
  readonly base: string | undefined;
  /** What it is to be; undefined for one that is to be deleted. */
  readonly wanted: string | undefined;
}

/** Most flags and segments that a change may name which waits. */
export const MAX_WAITING_SUBJECTS = 1000;

/** Where a series of changes is. */
export const seriesStates = ['running', 'paused', 'suspended', 'rolled_back', 'cancelled', 'done'] as const;
export type SeriesState = (typeof seriesStates)[number];

/** Changes that follow each other: a ramp. */
export interface ChangeSeries {
  /** A UUID. */
  readonly id: string;
  readonly namespaceKey: string;
  readonly state: SeriesState;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  /** Who paused it, or did what else its state tells; undefined for the service itself. */
  readonly changedBy: AuditOrigin | undefined;
  /** Why it is in its state; `''` for none. */
  readonly reason: string;
  /**
   * While it is paused, how long the next step still has to wait, in microseconds; undefined for a step without a time.
   */
  readonly rest: number | undefined;
}

/**
 * What somebody says of a change. `block` asks for changes: until the same person approves it or its content is edited,
 * it is not applied. `comment` decides nothing.
 */
export type ReviewVerdict = 'approve' | 'reject' | 'comment' | 'block';

/** What the issuer of a reviewer's session, and the roles in the namespace, make the reviewer a member of. */
export interface Memberships {
  readonly roles: readonly string[];
  readonly groups: readonly string[];
}

/** A review of one version of a change. */
export interface ChangeReview {
  readonly changeId: string;
  readonly version: number;
  readonly author: AuditOrigin;
  readonly verdict: ReviewVerdict;
  readonly comment: string;
  readonly at: Instant;
  /** Those of the session that approved it; undefined for other verdicts, and for reviews of earlier versions. */
  readonly memberships?: Memberships | undefined;
  /** The latest revision that the reviewer had seen when approving; undefined as {@link memberships}. */
  readonly revision?: number | undefined;
}

/** Roles of which a policy may want an approval. */
export const reviewerRoles = ['admin', 'editor', 'approver'] as const;

/** Of whom an approval must be among those of a change. */
export interface RequiredReviewer {
  readonly kind: 'role' | 'group' | 'person';
  /** Of the role or group; the email address of the person. */
  readonly name: string;
}

/** Most reviewers that a policy may require. */
export const MAX_REQUIRED_REVIEWERS = 10;

/** `role:admin`, `group:payments`, `person:ana@example.org`. */
export function reviewerText({ kind, name }: RequiredReviewer): string {
  return `${kind}:${name}`;
}

/** For which changes a policy holds: of flags with one of the tags, and of what has one of the keys; empty for all. */
export interface PolicyScope {
  /** Items of the list `tags` in the metadata of flags. */
  readonly tags: readonly string[];
  /** Of flags and segments. */
  readonly keys: readonly string[];
}

/** Most tags, and most keys, that a policy may name. */
export const MAX_POLICY_SCOPE = 100;

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
  /** Turning flags off, and nothing else, takes approvals as well. */
  readonly reviewsOff: boolean;
  /** An approval of each of them must be among the approvals. One approval may be that of several. */
  readonly requiredReviewers: readonly RequiredReviewer[];
  readonly appliesTo: PolicyScope;
  /** Approvals are void for a change that is merged over what others have done since they were given. */
  readonly reapprovesMerged: boolean;
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
  reviewsOff: false,
  requiredReviewers: [],
  appliesTo: { tags: [], keys: [] },
  reapprovesMerged: false,
};
