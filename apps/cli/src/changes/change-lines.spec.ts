import { create } from '@bufbuild/protobuf';
import { pennonChanges, timestampOf } from '@pennon/proto';
import { changeLine, changeLines, conflictLine, stateText } from './change-lines';

const { Change_State: State, ChangeSchema, ConflictSchema, Verdict } = pennonChanges;

const nine = timestampOf(Date.UTC(2026, 11, 1, 9) * 1000);

const waiting = {
  id: 'c1',
  state: State.PENDING_REVIEW,
  approvalsMissing: 2,
  author: { displayName: 'ana@example.com' },
  createdAt: nine,
  message: 'Launch',
};

test.each([
  [waiting, 'waits for 2 approvals'],
  [
    { ...waiting, approvalsMissing: 1, at: nine },
    'waits for 1 approval, to be applied at 2026-12-01T09:00:00Z',
  ],
  [{ ...waiting, approvalsMissing: 0 }, 'waits to be applied'],
  [
    {
      ...{ ...waiting, approvalsMissing: 0 },
      reviewersMissing: [
        { reviewer: { case: 'role', value: 'admin' } as const },
        { reviewer: { case: 'group', value: 'payments' } as const },
      ],
    },
    'waits for an approval, also by role:admin, group:payments',
  ],
  [{ ...waiting, blocked: true }, 'blocked: a reviewer asked for changes'],
  [{ state: State.SCHEDULED, at: nine }, 'scheduled for 2026-12-01T09:00:00Z'],
  [{ state: State.SCHEDULED, step: 2 }, 'scheduled after the step before'],
  [
    { state: State.SCHEDULED, step: 2, after: { seconds: 129_600n } },
    'scheduled 1d12h after the step before',
  ],
  [
    { ...waiting, approvalsMissing: 1, after: { seconds: 600n } },
    'waits for 1 approval, to be applied 10m after the step before',
  ],
  [
    { ...waiting, approvalsMissing: 0, after: { seconds: 600n } },
    'waits to be applied 10m after the step before',
  ],
  [{ state: State.APPLIED, revision: '12.rT0cJ8k1xWqZ' }, 'applied as revision 12'],
  [{ state: State.APPLIED }, 'applied'],
  [{ state: State.REJECTED, reason: 'too\nearly' }, 'rejected: too\\nearly'],
  [{ state: State.CANCELLED }, 'cancelled'],
  [{ state: State.CONFLICTED }, 'in conflict with later changes'],
  [{ state: State.FAILED, reason: 'no variant "a"' }, 'failed: no variant "a"'],
  [{}, 'in a state that this version does not know'],
])('the state of %j is told', (change, text) => {
  expect(stateText(create(ChangeSchema, change))).toBe(text);
});

test('a change is one line of a list', () => {
  const change = create(ChangeSchema, waiting);
  expect(changeLine(change)).toBe('c1  2026-12-01T09:00:00Z  ana@example.com  waits for 2 approvals  Launch');
});

test('a change is shown with what reviewers said', () => {
  const review = { author: { displayName: 'bob' }, verdict: Verdict.APPROVE, at: nine, isVoid: true };
  const change = create(ChangeSchema, {
    ...waiting,
    baseRevision: '7.rT0cJ8k1xWqZ',
    seriesId: 's1',
    step: 2,
    reviews: [
      review,
      ...[Verdict.COMMENT, Verdict.REQUEST_CHANGES, Verdict.REJECT].map((verdict) => ({
        ...{ ...review, verdict, comment: 'no', isVoid: false },
      })),
    ],
  });
  expect(changeLines(change)).toEqual([
    'c1: waits for 2 approvals',
    '  author: ana@example.com',
    '  created: 2026-12-01T09:00:00Z',
    '  message: Launch',
    '  based on: revision 7',
    '  step: 2 of s1',
    '  approved by bob, 2026-12-01T09:00:00Z; the change was edited since, so this no longer counts',
    '  commented on by bob, 2026-12-01T09:00:00Z: no',
    '  blocked by bob, 2026-12-01T09:00:00Z: no',
    '  rejected by bob, 2026-12-01T09:00:00Z: no',
  ]);
});

describe('a conflict names', () => {
  const conflict = {
    kind: 'flag',
    key: 'checkout',
    revision: '12.rT0cJ8k1xWqZ',
    author: { displayName: 'ana' },
  };
  const place = { kind: 'flag', key: 'checkout', part: 'rollouts', item: '+2' };

  test.each([
    [{}, 'flag checkout was changed in revision 12 by ana'],
    [{ place }, 'flag checkout: rollouts +2 was changed in revision 12 by ana'],
    [{ revision: '' }, 'flag checkout was changed in a revision that the history does not have any more'],
    [
      { place, with: { kind: 'segment', key: 'beta', part: 'whole' } },
      'flag checkout: rollouts +2 needs segment beta, which was deleted in revision 12 by ana',
    ],
    [
      { place, latest: '{}', with: { kind: 'flag', key: 'checkout', part: 'variants', item: 'new' } },
      'flag checkout: rollouts +2 was changed in revision 12 by ana, and needs variant new, which was deleted',
    ],
  ])('what was changed, when and by whom: %j', (more, line) => {
    expect(conflictLine(create(ConflictSchema, { ...conflict, ...more }))).toBe(line);
  });
});
