import { EntitySchema } from 'typeorm';
import type {
  ChangeRequest,
  ChangeState,
  Instant,
  OnConflict,
  ReviewVerdict,
  SeriesState,
  SubjectKind,
} from '@pennon/domain';
import {
  bigint,
  flag,
  hash,
  id,
  idOrNone,
  integer,
  key,
  mark,
  optionalBigint,
  optionalFlag,
  optionalText,
  requestKey,
  text,
  word,
} from './columns';

/** A change that waits, or is done with. */
export interface ChangeRequestRow {
  readonly id: string;
  readonly namespaceKey: string;
  readonly state: ChangeState;
  readonly message: string;
  /** JSON. */
  readonly author: string;
  /** JSON. */
  readonly writers: string;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly baseRevision: number | null;
  /** `''` for none, as with the other mark. */
  readonly baseMark: string;
  readonly plannedAt: Instant | null;
  readonly dueAt: Instant | null;
  readonly after: number | null;
  readonly seriesId: string;
  readonly step: number;
  readonly origin: ChangeRequest['origin'];
  readonly content: string;
  readonly version: number;
  readonly isProposal: boolean;
  readonly revision: number | null;
  readonly revisionMark: string;
  readonly reason: string;
  readonly bypassReason: string | null;
  readonly onConflict?: OnConflict | null;
  readonly exemptVersion?: number | null;
  readonly offVersion?: number | null;
}

export const ChangeRequestEntity = new EntitySchema<ChangeRequestRow>({
  name: 'ChangeRequest',
  tableName: 'change_requests',
  columns: {
    id: { ...id('id'), primary: true },
    namespaceKey: key('namespace_key'),
    state: word('state'),
    message: text('message'),
    author: text('author'),
    writers: text('writers'),
    createdAt: bigint('created_at'),
    updatedAt: bigint('updated_at'),
    baseRevision: optionalBigint('base_revision'),
    baseMark: mark('base_mark'),
    plannedAt: optionalBigint('planned_at'),
    dueAt: optionalBigint('due_at'),
    after: optionalBigint('due_after'),
    seriesId: idOrNone('series_id'),
    step: integer('step'),
    origin: word('origin'),
    content: text('content'),
    version: integer('version'),
    isProposal: flag('proposal'),
    revision: optionalBigint('revision'),
    revisionMark: mark('revision_mark'),
    reason: text('reason'),
    bypassReason: optionalText('bypass_reason'),
    onConflict: optionalText('on_conflict'),
    exemptVersion: optionalBigint('exempt_version'),
    offVersion: optionalBigint('off_version'),
  },
});

/** What a change that waits is based on, and wants, of one flag or segment. */
export interface ChangeSubjectRow {
  readonly changeId: string;
  readonly kind: SubjectKind;
  readonly key: string;
  /** Its place in what is wanted. */
  readonly position: number;
  readonly base: string | null;
  readonly wanted: string | null;
}

export const ChangeSubjectEntity = new EntitySchema<ChangeSubjectRow>({
  name: 'ChangeSubject',
  tableName: 'change_subjects',
  columns: {
    changeId: { ...id('change_id'), primary: true },
    kind: { ...word('kind'), primary: true },
    key: { ...key('key'), primary: true },
    position: integer('position'),
    base: optionalText('state_base'),
    wanted: optionalText('state_wanted'),
  },
});

/** Changes that follow each other. */
export interface ChangeSeriesRow {
  readonly id: string;
  readonly namespaceKey: string;
  readonly state: SeriesState;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  /** JSON; null if nobody has steered it. */
  readonly changedBy: string | null;
  readonly reason: string;
  readonly rest: number | null;
}

export const ChangeSeriesEntity = new EntitySchema<ChangeSeriesRow>({
  name: 'ChangeSeries',
  tableName: 'change_series',
  columns: {
    id: { ...id('id'), primary: true },
    namespaceKey: key('namespace_key'),
    state: word('state'),
    createdAt: bigint('created_at'),
    updatedAt: bigint('updated_at'),
    changedBy: optionalText('changed_by'),
    reason: text('reason'),
    rest: optionalBigint('rest'),
  },
});

/** What somebody said of a version of a change. */
export interface ChangeReviewRow {
  readonly id: string;
  readonly changeId: string;
  readonly version: number;
  /** Only for earlier versions. */
  readonly person: string;
  /** JSON. */
  readonly author: string;
  readonly verdict: ReviewVerdict;
  readonly comment: string;
  readonly at: Instant;
  /** JSON. */
  readonly memberships?: string | null;
  readonly revision?: number | null;
}

export const ChangeReviewEntity = new EntitySchema<ChangeReviewRow>({
  name: 'ChangeReview',
  tableName: 'change_reviews',
  columns: {
    id: { ...id('id'), primary: true },
    changeId: id('change_id'),
    version: integer('version'),
    person: key('person'),
    author: text('author'),
    verdict: word('verdict'),
    comment: text('comment'),
    at: bigint('at'),
    memberships: optionalText('memberships'),
    revision: optionalBigint('revision'),
  },
});

/** How changes of a namespace are reviewed, as long as there is the namespace. */
export interface ReviewPolicyRow {
  readonly namespaceKey: string;
  readonly requiredApprovals: number;
  readonly mayApproveOwn: boolean;
  readonly restrictDirectWrites: boolean;
  /** JSON. */
  readonly bypass: string;
  readonly appliesLate: boolean | null;
  readonly reviewsOff?: boolean | null;
  /** JSON. */
  readonly requiredReviewers?: string | null;
  /** JSON. */
  readonly appliesTo?: string | null;
  readonly reapprovesMerged?: boolean | null;
}

export const ReviewPolicyEntity = new EntitySchema<ReviewPolicyRow>({
  name: 'ReviewPolicy',
  tableName: 'review_policies',
  columns: {
    namespaceKey: { ...key('namespace_key'), primary: true },
    requiredApprovals: integer('required_approvals'),
    mayApproveOwn: flag('may_approve_own'),
    restrictDirectWrites: flag('restrict_direct_writes'),
    bypass: text('bypass'),
    appliesLate: optionalFlag('applies_late'),
    reviewsOff: optionalFlag('review_off'),
    requiredReviewers: optionalText('required_reviewers'),
    appliesTo: optionalText('applies_to'),
    reapprovesMerged: optionalFlag('reapprove_after_merge'),
  },
});

/** A request that was done, as long as a repetition of it is recognised. */
export interface RequestKeyRow {
  readonly namespaceKey: string;
  readonly requestKey: string;
  /** Of the request and its caller. */
  readonly digest: string;
  readonly at: Instant;
  /** The revision that it made; null for none. */
  readonly revision: number | null;
  readonly revisionMark: string;
  /** The change that it is about; `''` for none. */
  readonly changeId: string;
}

export const RequestKeyEntity = new EntitySchema<RequestKeyRow>({
  name: 'RequestKey',
  tableName: 'request_keys',
  columns: {
    namespaceKey: { ...key('namespace_key'), primary: true },
    requestKey: { ...requestKey('request_key'), primary: true },
    digest: hash('digest'),
    at: bigint('at'),
    revision: optionalBigint('revision'),
    revisionMark: mark('revision_mark'),
    changeId: idOrNone('change_id'),
  },
});
