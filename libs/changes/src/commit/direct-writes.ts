import {
  FailedPreconditionError,
  PermissionDeniedError,
  quote,
  type AuditFact,
  type ReviewPolicy,
} from '@pennon/domain';

/** The wish of a writer to pass by the review of a namespace. */
export interface Bypass {
  /** `''` for no such wish. */
  readonly reason: string;
  isAllowed(policy: ReviewPolicy, namespaceKey: string): boolean;
}

/**
 * What to tell of a direct write that passes by the review of its namespace; `''` where it need not.
 *
 * @throws FailedPreconditionError if the namespace wants changes to be reviewed, and the writer does not ask to pass.
 * @throws PermissionDeniedError if the writer asks to pass, and must not.
 */
export function bypassOf(policy: ReviewPolicy, namespaceKey: string, bypass: Bypass): string {
  const { requiredApprovals, restrictDirectWrites } = policy;
  if (requiredApprovals === 0 || !restrictDirectWrites) return '';
  const namespace = quote(namespaceKey);
  if (bypass.reason === '') {
    const approvals = requiredApprovals === 1 ? 'an approval' : `${requiredApprovals} approvals`;
    throw new FailedPreconditionError(
      `changes of namespace ${namespace} need ${approvals}: propose it by POST ` +
        `/api/v1/namespaces/${encodeURIComponent(namespaceKey)}/changes or "pennon import --propose"`,
      { info: { reason: 'REVIEW_REQUIRED' } },
    );
  }
  if (!bypass.isAllowed(policy, namespaceKey))
    throw new PermissionDeniedError(
      `permission denied: no role of the caller may bypass the review of namespace ${namespace}`,
      { info: { reason: 'BYPASS_DENIED' } },
    );
  return `review bypassed: ${bypass.reason}`;
}

/** Somebody has passed by the review of a namespace. */
export function bypassFact(namespaceKey: string, reason: string): AuditFact {
  return {
    type: 'policy',
    action: 'bypassed',
    key: namespaceKey,
    namespaceKey,
    before: undefined,
    after: { reason },
  };
}
