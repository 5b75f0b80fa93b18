import {
  FailedPreconditionError,
  InvalidArgumentError,
  PermissionDeniedError,
  quote,
  type AuditFact,
  type ChangeCaller,
  type ReviewPolicy,
} from '@pennon/domain';
import { isForAll } from './policy-scope';

/** How a change passes by the review of its namespace, or what its writer has said though there is none. */
export interface Bypass {
  /** For the history; `''` for nothing. */
  readonly text: string;
  /** False if there was nothing to pass by. */
  readonly isNeeded: boolean;
}

/** A change that its policy lets pass, and whose writer gives no reason. */
export const NO_BYPASS: Bypass = { text: '', isNeeded: false };

/** A change that passes by a review that it needs. */
export function bypassFor(reason: string): Bypass {
  return { text: `review bypassed: ${reason}`, isNeeded: true };
}

/**
 * How a write passes by the review that it needs.
 *
 * @param advice What its writer may do instead, as the end of a sentence on what needs approvals; to propose it, unless
 *   given.
 * @throws FailedPreconditionError if the writer does not ask to pass.
 * @throws PermissionDeniedError if the writer asks to pass, and must not.
 */
export function bypassOf(
  policy: ReviewPolicy,
  namespaceKey: string,
  caller: ChangeCaller,
  advice = proposeIt(namespaceKey),
): Bypass {
  const { requiredApprovals } = policy;
  const { bypassReason: reason } = caller;
  if (reason === '') {
    const approvals = requiredApprovals === 1 ? 'an approval' : `${requiredApprovals} approvals`;
    const some = isForAll(policy.appliesTo) ? 'changes' : 'some changes, such as this one,';
    throw new FailedPreconditionError(
      `${some} of namespace ${quote(namespaceKey)} need ${approvals}${advice}`,
      { info: { reason: 'REVIEW_REQUIRED' } },
    );
  }
  assertMayBypass(policy, namespaceKey, caller);
  return bypassFor(reason);
}

function proposeIt(namespaceKey: string): string {
  const path = `/api/v1/namespaces/${encodeURIComponent(namespaceKey)}/changes`;
  return `: propose it by POST ${path} or "pennon import --propose"`;
}

/**
 * The reason why a change that would wait passes by the review of its namespace; `''` if it does not, or there is none.
 *
 * @throws PermissionDeniedError if the caller asks to pass, and must not.
 */
export function bypassReasonOf(policy: ReviewPolicy, namespaceKey: string, caller: ChangeCaller): string {
  if (policy.requiredApprovals === 0 || caller.bypassReason === '') return '';
  assertMayBypass(policy, namespaceKey, caller);
  return caller.bypassReason;
}

/** True if a role of the caller may pass by the review of the namespace. */
export function mayBypass({ bypass }: ReviewPolicy, namespaceKey: string, caller: ChangeCaller): boolean {
  const roles = caller.rolesIn(namespaceKey);
  return bypass.some((role) => roles.has(role));
}

/** @throws PermissionDeniedError if no role of the caller may pass by the review of the namespace. */
function assertMayBypass(policy: ReviewPolicy, namespaceKey: string, caller: ChangeCaller): void {
  if (mayBypass(policy, namespaceKey, caller)) return;
  throw new PermissionDeniedError(
    `permission denied: no role of the caller may bypass the review of namespace ${quote(namespaceKey)}`,
    { info: { reason: 'BYPASS_DENIED' } },
  );
}

/**
 * Refuses a reason to pass by a review where that has no effect, so that nobody relies on it.
 *
 * @param what What the caller asks for: `a review`.
 * @throws InvalidArgumentError if there is one.
 */
export function assertNoBypass({ bypassReason }: ChangeCaller, what: string): void {
  if (bypassReason !== '')
    throw new InvalidArgumentError(
      `x-pennon-bypass-review has no effect on ${what}: send it without that header`,
    );
}

/** A message of the history, with what is said of a review beside it; either may be `''`. */
export function withReason(message: string, reason: string): string {
  return [message, reason].filter((text) => text !== '').join('; ');
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
