import {
  changeStates,
  marksOf,
  NO_REVIEW,
  SERVICE_CALLER,
  SERVICE_ORIGIN,
  type AuditOrigin,
  type ChangeReview,
  type ChangeStep,
} from '@pennon/domain';
import { SOME_MOMENT } from '@pennon/testing';
import { changeRightsOf, policyRightsOf } from './change-rights';
import type { ReviewedRequest } from '../approvals/reviewed-request';
import type { Asker } from '../new-changes/new-change';

const person = (name: string): AuditOrigin => ({
  ...{ ...SERVICE_ORIGIN, authentication: 'oidc', actor: name },
  ...{ email: `${name}@example.org`, subject: name },
});
const author = person('ana');
const reviewed = { ...NO_REVIEW, requiredApprovals: 1, bypass: ['admin'] };

function asker(origin: AuditOrigin, role = 'editor', isProgram = false): Asker {
  const rolesIn = (): ReadonlySet<string> => new Set([role]);
  return {
    caller: { ...SERVICE_CALLER, origin, isProgram, rolesIn },
    rights: { assert: () => undefined, rolesIn, mayWrite: () => role !== 'viewer' },
  };
}

const step: ChangeStep = {
  ...{ id: 'change', namespaceKey: 'shop', state: 'pending', message: '', author, writers: marksOf(author) },
  ...{ createdAt: SOME_MOMENT, updatedAt: SOME_MOMENT, baseRevision: undefined, plannedAt: undefined },
  ...{ dueAt: undefined, after: undefined, seriesId: '', step: 0, origin: 'change', version: 1 },
  ...{ isProposal: false, revision: undefined, reason: '', bypassReason: '', onConflict: 'merge' },
};

function aChange(
  given: Partial<ChangeStep> = {},
  known: Partial<ReviewedRequest<ChangeStep>> = {},
): ReviewedRequest<ChangeStep> {
  return {
    ...{ request: { ...step, ...given }, reviews: [], approvalsMissing: 1, shownVersion: 1 },
    reviewersMissing: [],
    ...{ isOverdue: false, head: { subjects: [], leftOut: 0 }, policy: reviewed, isNext: true },
    ...{ isBlocked: false, isReached: true, ...known },
  };
}

/** The names of what the caller may do. */
function may(found: ReviewedRequest<ChangeStep>, by: Asker): string {
  return Object.entries(changeRightsOf(found, by))
    .filter(([, isAllowed]) => isAllowed)
    .map(([name]) => name)
    .join(' ');
}

const approval: ChangeReview = {
  ...{ changeId: 'change', version: 1, author: person('ben'), verdict: 'approve', comment: '', at: 1 },
};
const approved = { reviews: [approval], approvalsMissing: 0 };

it.each<[string, ReviewedRequest<ChangeStep>, Asker, string]>([
  ['a reviewer', aChange(), asker(person('ben')), 'review edit cancel comment'],
  ['its author', aChange(), asker(author), 'edit cancel comment'],
  [
    'its author, if the policy lets that',
    aChange({}, { policy: { ...reviewed, mayApproveOwn: true } }),
    asker(author),
    'review edit cancel comment',
  ],
  ['whoever approved it', aChange({}, approved), asker(person('ben')), 'apply edit cancel comment'],
  ['a third one', aChange({}, approved), asker(person('cy')), 'review apply edit cancel comment'],
  [
    'somebody before its time',
    aChange({}, { ...approved, isReached: false }),
    asker(person('cy')),
    'review edit cancel comment',
  ],
  [
    'somebody before the step before',
    aChange({}, { ...approved, isNext: false }),
    asker(author),
    'edit cancel comment',
  ],
  [
    'somebody while changes are asked for',
    aChange({}, { ...approved, isBlocked: true }),
    asker(person('cy')),
    'review edit cancel comment',
  ],
  ['an admin', aChange(), asker(author, 'admin'), 'edit cancel bypass comment'],
  ['a viewer', aChange(), asker(person('ben'), 'viewer'), 'comment'],
  ['a program', aChange(), asker(person('ci'), 'editor', true), 'edit cancel comment'],
  ['a program that reviews', aChange(), asker(person('ci'), 'approver', true), 'review edit cancel comment'],
  ['somebody unknown', aChange(), { caller: SERVICE_CALLER, rights: undefined }, 'edit cancel comment'],
  [
    'anybody without a policy',
    aChange({}, { policy: NO_REVIEW, approvalsMissing: 0, isReached: false }),
    asker(author),
    'apply edit cancel comment',
  ],
])('%s may do what the rules let pass', (_, found, by, expected) => {
  expect(may(found, by)).toBe(expected);
});

it('what has ended is only commented on', () => {
  const by = asker(person('cy'), 'admin');
  const rights = changeStates.map((state) => [state, may(aChange({ state }, approved), by)]);
  expect(Object.fromEntries(rights)).toEqual({
    pending: 'review apply edit cancel comment',
    scheduled: 'apply edit cancel comment',
    conflicted: 'edit cancel comment',
    ...{ applied: 'comment', rejected: 'comment', cancelled: 'comment', failed: 'comment' },
  });
});

it('a policy says who may write', () => {
  const [editor, admin, viewer] = ['editor', 'admin', 'viewer'].map((role) => asker(author, role));
  const rights = (by: Asker | undefined, policy = reviewed): unknown =>
    by && policyRightsOf(policy, 'shop', by);
  expect(rights(editor)).toEqual({ mayWrite: false, mayBypass: false });
  expect(rights(admin)).toEqual({ mayWrite: false, mayBypass: true });
  expect(rights(admin, { ...reviewed, requiredApprovals: 0 })).toEqual({ mayWrite: true, mayBypass: false });
  expect(rights(viewer, { ...NO_REVIEW, bypass: ['viewer'] })).toEqual({ mayWrite: false, mayBypass: false });
});
