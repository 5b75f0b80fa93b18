import {
  reviewerText,
  timestampText,
  type AuditAction,
  type AuditFact,
  type ChangeSeries,
  type ChangeStep,
  type JsonObject,
  type ReviewPolicy,
} from '@pennon/domain';

/** What has happened to a change that waits, for the audit log and whoever it is delivered to. */
export function requestFact(action: AuditAction, request: ChangeStep, more: JsonObject = {}): AuditFact {
  const { id, namespaceKey, message, state, author, seriesId, step, dueAt, plannedAt } = request;
  const at = dueAt ?? plannedAt;
  return {
    type: 'change',
    action,
    key: id,
    namespaceKey,
    before: undefined,
    after: {
      ...{ message, state, author: author.actor },
      ...(seriesId !== '' && { series: seriesId, step }),
      ...(at !== undefined && { due_at: timestampText(at) }),
      ...more,
    },
  };
}

/** What has happened to a series. */
export function seriesFact(
  action: AuditAction,
  { id, namespaceKey, state }: Pick<ChangeSeries, 'id' | 'namespaceKey' | 'state'>,
  reason: string,
  more: JsonObject = {},
): AuditFact {
  const thing = { type: 'series', action, key: id, namespaceKey, before: undefined } as const;
  return { ...thing, after: { state, reason, ...more } };
}

/** Somebody has given a namespace another policy. @param after Undefined if it went with the namespace. */
export function policyFact(
  namespaceKey: string,
  before: ReviewPolicy,
  after: ReviewPolicy | undefined,
): AuditFact {
  const action = after === undefined ? 'deleted' : 'updated';
  const thing = { type: 'policy', action, key: namespaceKey, namespaceKey } as const;
  return { ...thing, before: imageOf(before), after: after && imageOf(after) };
}

function imageOf(policy: ReviewPolicy): JsonObject {
  return {
    required_approvals: policy.requiredApprovals,
    may_approve_own: policy.mayApproveOwn,
    restrict_direct_writes: policy.restrictDirectWrites,
    bypass: [...policy.bypass],
    applies_late: policy.appliesLate,
    review_off: policy.reviewsOff,
    required_reviewers: policy.requiredReviewers.map(reviewerText),
    reapprove_after_merge: policy.reapprovesMerged,
    applies_to: { tags: [...policy.appliesTo.tags], keys: [...policy.appliesTo.keys] },
  };
}
