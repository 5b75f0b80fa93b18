import {
  timestampText,
  type AuditAction,
  type AuditFact,
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

/** Somebody has given a namespace another policy. */
export function policyFact(namespaceKey: string, before: ReviewPolicy, after: ReviewPolicy): AuditFact {
  const thing = { type: 'policy', action: 'updated', key: namespaceKey, namespaceKey } as const;
  return { ...thing, before: imageOf(before), after: imageOf(after) };
}

function imageOf(policy: ReviewPolicy): JsonObject {
  return {
    required_approvals: policy.requiredApprovals,
    may_approve_own: policy.mayApproveOwn,
    restrict_direct_writes: policy.restrictDirectWrites,
    bypass: [...policy.bypass],
    applies_late: policy.appliesLate,
  };
}
