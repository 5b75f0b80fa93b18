/**
 * What went wrong, in the canonical gRPC names both doors derive their status from, and four of ours for what gRPC and
 * HTTP call differently.
 */
export type ErrorCode =
  | 'CANCELLED'
  | 'INVALID_ARGUMENT'
  | 'DEADLINE_EXCEEDED'
  | 'NOT_FOUND'
  | 'FAILED_PRECONDITION'
  | 'ABORTED'
  | 'PERMISSION_DENIED'
  | 'UNAUTHENTICATED'
  | 'RESOURCE_EXHAUSTED'
  | 'TOO_LARGE'
  | 'UNIMPLEMENTED'
  | 'OTHER_TIER'
  | 'METHOD_NOT_ALLOWED'
  | 'UNSUPPORTED_ENCODING'
  | 'UNAVAILABLE'
  | 'INTERNAL';

/**
 * Why a call is refused, for programs, and what each reason means: docs/api.md has the same table. A reason that has
 * been released keeps its meaning.
 */
export const errorReasons = {
  INVALID_FIELD: 'A field is missing, malformed or out of range. Metadata: `field`.',
  UNKNOWN_FIELD: 'This version does not know a member or parameter. Metadata: `field`, `version`.',
  INVALID_REQUEST: 'The request cannot be read, or breaks a rule that no single field breaks.',
  NOT_FOUND: 'Something that the request names does not exist.',
  CONFLICT:
    'Somebody else changed the same flags or segments. Details: the conflicts. Read again, then retry.',
  CHANGE_EDITED: 'The change was edited, applied or ended since the caller read it.',
  OTHER_EFFECT:
    'The change does not do what it did at the `seenRevision`, or is in conflict. Metadata: `revision`.',
  REQUEST_KEY_REUSED: 'The `requestKey` was used within 24 hours for another request, or by another caller.',
  REVIEW_REQUIRED: 'The namespace takes reviewed changes only: propose one.',
  APPROVALS_MISSING: 'The change lacks approvals. Metadata: `missing`, `reviewers`.',
  ALREADY_APPROVED: 'The caller has approved this version of the change.',
  CHANGE_BLOCKED: 'A reviewer has asked for changes of the change. Metadata: `by`.',
  OWN_CHANGE: 'Authors and editors of a change cannot approve it.',
  CHANGE_CLOSED: 'The state of the change does not allow the call. Metadata: `state`.',
  STEP_TOO_EARLY: 'An earlier step of the series was not applied.',
  EDIT_IMPOSSIBLE: 'An edit does not fit what the flag or segment is now. Metadata: `field`.',
  FAILED_PRECONDITION: 'What is stored does not allow the call now.',
  FEATURE_NOT_RELEASED:
    'Not every instance understands it yet: upgrade them, then run `pennon migrate --finish`.',
  FEATURE_LACKED:
    'The namespace uses a feature of a newer version. Ask an instance of that. Metadata: `version`.',
  READ_ONLY: 'This server is in read-only mode.',
  UNAUTHENTICATED: 'The caller has not proved who it is.',
  PERMISSION_DENIED: 'The roles of the caller do not allow the call.',
  BYPASS_DENIED: 'No role of the caller may bypass the review of the namespace.',
  LIMIT_EXCEEDED: 'A limit on size or number is exceeded. Where waiting helps, `Retry-After` says how long.',
  CANCELLED: 'The caller went away.',
  DEADLINE_EXCEEDED: 'The answer was not ready in time. A write may have happened.',
  UNAVAILABLE: 'The server cannot answer now. Retry with the same `requestKey`, if the call has one.',
  UNIMPLEMENTED: 'This server does not offer the call.',
  INTERNAL: 'A bug. The log has the cause, by the request id.',
} as const;
export type ErrorReason = keyof typeof errorReasons;

/** The reason of an error that gives none of its own. */
export const reasonsByCode: Readonly<Record<ErrorCode, ErrorReason>> = {
  CANCELLED: 'CANCELLED',
  INVALID_ARGUMENT: 'INVALID_REQUEST',
  DEADLINE_EXCEEDED: 'DEADLINE_EXCEEDED',
  NOT_FOUND: 'NOT_FOUND',
  FAILED_PRECONDITION: 'FAILED_PRECONDITION',
  ABORTED: 'CONFLICT',
  PERMISSION_DENIED: 'PERMISSION_DENIED',
  UNAUTHENTICATED: 'UNAUTHENTICATED',
  RESOURCE_EXHAUSTED: 'LIMIT_EXCEEDED',
  TOO_LARGE: 'LIMIT_EXCEEDED',
  UNIMPLEMENTED: 'UNIMPLEMENTED',
  OTHER_TIER: 'UNIMPLEMENTED',
  METHOD_NOT_ALLOWED: 'UNIMPLEMENTED',
  UNSUPPORTED_ENCODING: 'UNIMPLEMENTED',
  UNAVAILABLE: 'UNAVAILABLE',
  INTERNAL: 'INTERNAL',
};
