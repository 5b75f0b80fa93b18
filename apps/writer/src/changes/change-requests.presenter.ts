import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { presentAuthor, presentConflict, presentPlace } from '@pennon/api';
import {
  changeRightsOf,
  type Asker,
  type ChangeReport,
  type ChangeResult,
  type ReviewedRequest,
} from '@pennon/changes';
import { isEmptySummary } from '@pennon/document';
import {
  revisionText,
  type ChangeCaller,
  type ChangeReview,
  type ChangeState,
  type ChangeStep,
  type ReviewVerdict,
} from '@pennon/domain';
import { durationOf, EnumWords, pennonChanges, pennonTransfer, timestampOf } from '@pennon/proto';
import { presentItem } from './history.presenter';
import { presentReviewer } from './policy.presenter';

const { Change_State: State, Verdict } = pennonChanges;

/** States on the wire. */
export const stateWords = new EnumWords<ChangeState, pennonChanges.Change_State>({
  pending: State.PENDING_REVIEW,
  scheduled: State.SCHEDULED,
  applied: State.APPLIED,
  rejected: State.REJECTED,
  cancelled: State.CANCELLED,
  conflicted: State.CONFLICTED,
  failed: State.FAILED,
});

/** Verdicts on the wire. */
export const verdictWords = new EnumWords<ReviewVerdict, pennonChanges.Verdict>({
  approve: Verdict.APPROVE,
  reject: Verdict.REJECT,
  comment: Verdict.COMMENT,
  block: Verdict.REQUEST_CHANGES,
});

/**
 * A change that waits or is done with, on the wire.
 *
 * @param asker Who is told what may be done with it; nobody unless given.
 */
export function presentRequest(found: ReviewedRequest<ChangeStep>, asker?: Asker): pennonChanges.Change {
  const { request, reviews, approvalsMissing, shownVersion: version, head } = found;
  const { isOverdue: overdue, isBlocked: blocked, reviewersMissing } = found;
  const { id, namespaceKey, message, seriesId, step, reason, after, baseRevision, revision } = request;
  const at = request.dueAt ?? request.plannedAt;
  return create(pennonChanges.ChangeSchema, {
    ...{ id, namespaceKey, message, seriesId, step, reason, approvalsMissing, version, overdue, blocked },
    state: stateWords.toWire(request.state),
    author: presentAuthor(request.author),
    createdAt: timestampOf(request.createdAt),
    updatedAt: timestampOf(request.updatedAt),
    ...(baseRevision !== undefined && { baseRevision: revisionText(baseRevision) }),
    ...(at !== undefined && { at: timestampOf(at) }),
    ...(after !== undefined && { after: durationOf(after) }),
    revision: revision === undefined ? '' : revisionText(revision),
    reviewersMissing: reviewersMissing.map(presentReviewer),
    reviews: reviews.map((review) => presentReview(review, request.version)),
    subjects: head.subjects.map((subject) => create(pennonChanges.ChangeSubjectSchema, subject)),
    subjectsLeftOut: head.leftOut,
    ...(asker && { can: create(pennonChanges.ChangeRightsSchema, changeRightsOf(found, asker)) }),
  });
}

/** What became of a change, on the wire. */
export function presentResult(shown: ShownResult, asked: AskedChange): pennonChanges.ChangeOutcome {
  const { report, obstacle, steps = [], warnings = [], ended, isChanged } = shown;
  const { step = steps.length === 0 ? 0 : 1 } = asked;
  const change = presentChange(shown, { ...asked, step });
  return create(pennonChanges.ChangeOutcomeSchema, {
    change,
    changed: isChanged ?? change.revision !== '',
    warnings: [...warnings, ...(report?.mergeWarnings ?? []), ...(obstacle === undefined ? [] : [obstacle])],
    ...(ended && { items: ended.items.map(presentItem), itemsLeftOut: ended.itemsLeftOut }),
    ...(report !== undefined && presentReport(report)),
    steps: steps.map((later, index) => presentResult(later, { ...asked, step: step + index + 1 })),
  });
}

/** The change itself, on the wire. */
export function presentChange({ found, ...shown }: ShownResult, asked: AskedChange): pennonChanges.Change {
  if (found === undefined) return presentApplied(shown, asked);
  const { revision } = shown.report ?? {};
  const isPlanned = revision !== undefined && ['pending', 'scheduled'].includes(found.request.state);
  return { ...presentRequest(found, asked.asker), plannedOn: isPlanned ? revisionText(revision) : '' };
}

/** What became of a change, and what is odd about it. */
export interface ShownResult extends ChangeResult {
  readonly warnings?: readonly string[];
}

/** What is known of a change that has left nothing but its revision, or was only looked at. */
export interface AskedChange {
  readonly namespaceKey: string;
  readonly message: string;
  readonly caller: ChangeCaller;
  /** Who is told what may be done with the change; nobody unless given. */
  readonly asker?: Asker;
  /** Which step of a series it is; the first one of the result's, unless given. */
  readonly step?: number;
}

function presentApplied(
  { report, revision = report?.revision, stand }: Omit<ShownResult, 'found'>,
  { namespaceKey, message, caller, step = 0 }: AskedChange,
): pennonChanges.Change {
  // One that was looked at and has conflicts would be refused.
  const isRefused = stand !== undefined && report !== undefined && report.conflicts.length > 0;
  return create(pennonChanges.ChangeSchema, {
    ...{ namespaceKey, message, step },
    state: isRefused ? State.STATE_UNSPECIFIED : stateWords.toWire(stand?.state ?? 'applied'),
    approvalsMissing: stand?.approvalsMissing ?? 0,
    reviewersMissing: (stand?.reviewersMissing ?? []).map(presentReviewer),
    author: presentAuthor(caller.origin),
    revision: stand !== undefined || revision === undefined ? '' : revisionText(revision),
  });
}

type ReportMembers = Omit<
  MessageInitShape<typeof pennonChanges.ChangeOutcomeSchema>,
  'change' | 'steps' | '$typeName'
>;

function presentReport(report: ChangeReport): ReportMembers {
  const { summary, lines, linesLeftOut, items, itemsLeftOut, findings, audience, conflicts } = report;
  return {
    changed: !isEmptySummary(report.summary),
    summary: create(pennonTransfer.PlanSummarySchema, summary),
    lines: lines.map((line) => create(pennonTransfer.PlanLineSchema, line)),
    linesLeftOut,
    items: items.map(presentItem),
    itemsLeftOut,
    findings: findings.map((finding) => create(pennonChanges.FindingSchema, finding)),
    audience: audience.map(({ flagKey, changed, shares }) =>
      create(pennonChanges.AudienceShiftSchema, {
        flagKey,
        changed,
        shares: shares.map((share) => create(pennonChanges.AudienceShareSchema, share)),
      }),
    ),
    affected: report.affected.map((use) => create(pennonChanges.AffectedFlagSchema, use)),
    conflicts: conflicts.map(presentConflict),
    mergedOver: report.mergedOver.map(({ revision, author, ...place }) =>
      create(pennonChanges.MergedPartSchema, {
        place: presentPlace(place),
        revision: revision === undefined ? '' : revisionText(revision),
        author: presentAuthor(author),
      }),
    ),
  };
}

function presentReview(
  { author, verdict, comment, at, version }: ChangeReview,
  current: number,
): pennonChanges.Review {
  return create(pennonChanges.ReviewSchema, {
    author: presentAuthor(author),
    verdict: verdictWords.toWire(verdict),
    comment,
    at: timestampOf(at),
    isVoid: verdict !== 'comment' && version !== current,
  });
}
