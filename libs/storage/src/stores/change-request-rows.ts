import type { EntityManager } from 'typeorm';
import type {
  AuditOrigin,
  ChangeRequest,
  ChangeReview,
  ChangeState,
  ChangeStep,
  Memberships,
  Revision,
} from '@pennon/domain';
import {
  ChangeRequestEntity,
  type ChangeRequestRow,
  type ChangeReviewRow,
} from '../entities/change-request.entity';
import { membersOf } from './find-options';
import { markedRevision } from './revision';

/** States of changes that wait. */
export const openStates: readonly ChangeState[] = ['pending', 'scheduled'];

/** The row of a change. */
export function rowOf({
  author,
  writers,
  baseRevision,
  revision,
  ...request
}: ChangeRequest): ChangeRequestRow {
  const { plannedAt = null, dueAt = null, after = null, onConflict = null } = request;
  const { exemptVersion = null, offVersion = null } = request;
  return {
    ...request,
    ...{ plannedAt, dueAt, after, onConflict, exemptVersion, offVersion },
    ...baseColumns(baseRevision),
    ...revisionColumns(revision),
    author: JSON.stringify(author),
    writers: JSON.stringify(writers),
  };
}

/** The columns of the revision that a change is based on. */
export function baseColumns(base: Revision | undefined): Pick<ChangeRequestRow, 'baseRevision' | 'baseMark'> {
  return { baseRevision: base?.revision ?? null, baseMark: base?.mark ?? '' };
}

/** The columns of the revision that a change has made. */
export function revisionColumns(
  made: Revision | undefined,
): Pick<ChangeRequestRow, 'revision' | 'revisionMark'> {
  return { revision: made?.revision ?? null, revisionMark: made?.mark ?? '' };
}

/** The change of a row. */
export function requestOf(row: ChangeRequestRow): ChangeRequest {
  const { content, ...step } = row;
  return { ...stepOf(step), content };
}

/** All columns but the content. */
export function stepColumns(manager: EntityManager): readonly (keyof ChangeRequestRow)[] {
  return membersOf(manager, ChangeRequestEntity).filter((name) => name !== 'content');
}

/** Those that hold what people wrote. */
export const stepTexts = ['message', 'reason', 'bypassReason'] as const;

/** A change without its content. */
export function stepOf(requestRow: Omit<ChangeRequestRow, 'content'>): ChangeStep {
  const {
    author,
    writers,
    baseRevision,
    baseMark,
    plannedAt,
    dueAt,
    after,
    revision,
    revisionMark,
    bypassReason,
    onConflict,
    exemptVersion,
    offVersion,
    ...row
  } = requestRow;
  return {
    ...row,
    author: JSON.parse(author) as AuditOrigin,
    writers: JSON.parse(writers) as readonly string[],
    baseRevision: baseRevision === null ? undefined : markedRevision(baseRevision, baseMark),
    plannedAt: plannedAt ?? undefined,
    dueAt: dueAt ?? undefined,
    after: after ?? undefined,
    revision: revision === null ? undefined : markedRevision(revision, revisionMark),
    bypassReason: bypassReason ?? '',
    onConflict: onConflict ?? undefined,
    // A database may not have the columns yet.
    ...(typeof exemptVersion === 'number' && { exemptVersion }),
    ...(typeof offVersion === 'number' && { offVersion }),
  };
}

/** The review of a row. */
export function reviewOf({ author, memberships, revision, ...row }: ChangeReviewRow): ChangeReview {
  const { changeId, version, verdict, comment, at } = row;
  return {
    ...{ changeId, version, verdict, comment, at },
    author: JSON.parse(author) as AuditOrigin,
    ...(typeof revision === 'number' && { revision }),
    ...(typeof memberships === 'string' && { memberships: JSON.parse(memberships) as Memberships }),
  };
}
