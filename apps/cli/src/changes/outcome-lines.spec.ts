import { create } from '@bufbuild/protobuf';
import { pennonChanges, timestampOf } from '@pennon/proto';
import { becameLine, conflictText, oddities, planLines } from './outcome-lines';

const { Change_State: State, ChangeOutcomeSchema } = pennonChanges;

const at = timestampOf(Date.UTC(2026, 11, 1, 9) * 1000);
const summary = { create: 2, update: 1, delete: 0 };

test.each([
  [
    { change: { state: State.APPLIED, revision: '12.rT0cJ8k1xWqZ' }, summary, changed: true },
    '2 created, 1 updated, 0 deleted; applied as revision 12',
  ],
  [
    { change: { id: 'c1', state: State.APPLIED, revision: '12.rT0cJ8k1xWqZ' } },
    'applied as revision 12 (id c1)',
  ],
  [{ change: { state: State.APPLIED }, summary: {} }, 'nothing to change'],
  [{ change: { state: State.APPLIED, revision: '12.rT0cJ8k1xWqZ' }, summary: {} }, 'nothing to change'],
  [{ summary: {} }, 'nothing to change'],
  [
    { change: { id: 'c1', state: State.SCHEDULED, at }, summary },
    '2 to be created, 1 to be updated, 0 to be deleted; scheduled for 2026-12-01T09:00:00Z (id c1)',
  ],
  [
    { change: { id: 'c1', state: State.PENDING_REVIEW, approvalsMissing: 2 }, summary: {} },
    'nothing to change; waits for 2 approvals (id c1)',
  ],
  [
    { change: { id: 'c1', state: State.APPLIED, revision: '12.rT0cJ8k1xWqZ', seriesId: 's1', step: 1 } },
    'applied as revision 12 (id c1, step 1 of s1)',
  ],
  [{ change: { id: 'c1', state: State.CANCELLED, reason: 'late' } }, 'cancelled: late (id c1)'],
])('%j is told in a line', (outcome, line) => {
  expect(becameLine('shop', create(ChangeOutcomeSchema, outcome))).toBe(`namespace shop: ${line}`);
});

test('a plan says how much, what, and for how many', () => {
  const outcome = create(ChangeOutcomeSchema, {
    summary,
    lines: [
      { sign: '~', depth: 0, text: 'flag a' },
      { sign: '~', depth: 1, text: 'enabled: false → true' },
    ],
    linesLeftOut: 3,
    audience: [
      { flagKey: 'a', changed: 12.3456 },
      { flagKey: 'b', changed: 0 },
    ],
  });
  expect(planLines('shop', outcome)).toEqual([
    'namespace shop: 2 would be created, 1 would be updated, 0 would be deleted',
    '  ~ flag a',
    '      enabled: false → true',
    '  and 3 more lines',
    '  flag a: 12.35% of entities would get another value',
  ]);
});

test('what is odd is told with its place', () => {
  const finding = {
    severity: 'warning',
    kind: 'flag',
    key: 'a',
    path: 'rules[1]',
    message: 'is never reached',
  };
  const outcome = create(ChangeOutcomeSchema, {
    warnings: ['1:5: odd'],
    findings: [finding, { ...finding, severity: 'error', path: '' }],
  });
  expect(oddities('shop', outcome)).toEqual([
    'warning: namespace shop: 1:5: odd',
    'warning: namespace shop: flag a: rules[1]: is never reached',
    'error: namespace shop: flag a: is never reached',
  ]);
});

test('the steps after a step are told with their places', () => {
  const outcome = create(ChangeOutcomeSchema, {
    change: { step: 1 },
    summary,
    steps: [
      { change: { step: 2 }, summary: {}, warnings: ['no plan'] },
      {
        change: { step: 3 },
        summary: { create: 0, update: 1, delete: 0 },
        findings: [{ severity: 'error', kind: 'flag', key: 'a', message: 'is wrong' }],
      },
    ],
  });
  expect(planLines('shop', outcome)).toEqual([
    'namespace shop, step 1: 2 would be created, 1 would be updated, 0 would be deleted',
    'namespace shop, step 2: nothing to change',
    'namespace shop, step 3: 0 would be created, 1 would be updated, 0 would be deleted',
  ]);
  expect(oddities('shop', outcome)).toEqual([
    'warning: namespace shop, step 2: no plan',
    'error: namespace shop, step 3: flag a: is wrong',
  ]);
});

test('a change that was refused names every conflict', () => {
  const conflicts = [
    { kind: 'flag', key: 'a', revision: '12.rT0cJ8k1xWqZ', author: { displayName: 'ana' } },
    { kind: 'segment', key: 'b', revision: '13.rT0cJ8k1xWqZ' },
  ];
  const text = (change: object | undefined, advice = ''): string | undefined =>
    conflictText('shop', create(ChangeOutcomeSchema, { conflicts, ...(change && { change }) }), advice);
  const lines =
    '\n  flag a was changed in revision 12 by ana\n  segment b was changed in revision 13 by unknown';
  const head = 'namespace shop: nothing was changed, because later revisions changed the same';
  for (const change of [undefined, {}, { id: 'c1', state: State.CONFLICTED }]) {
    expect(text(change)).toBe(`${head}${lines}`);
  }
  expect(text({}, 'try again')).toBe(`${head}; try again${lines}`);
  expect(text({ id: 'c1', state: State.SCHEDULED })).toBeUndefined();
  expect(conflictText('shop', create(ChangeOutcomeSchema, {}), '')).toBeUndefined();
});
