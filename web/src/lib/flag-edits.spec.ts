import { withEdits } from './flag-edits';
import { type FlagContents } from './model';

const dates = { createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' };
const blue = { ...dates, id: 'v1', key: 'blue', name: '', description: '', attachment: '' };
const beta = { segmentKeys: ['beta'], segmentOperator: 'OR_SEGMENT_OPERATOR' } as const;
const stored: FlagContents = {
  flag: {
    ...dates,
    namespaceKey: 'default',
    key: 'colour',
    name: 'Colour',
    description: '',
    type: 'VARIANT_FLAG_TYPE',
    enabled: true,
    variants: [blue],
    defaultVariant: undefined,
    metadata: {},
  },
  rules: [
    { ...dates, ...beta, id: 'r1', rank: 1, distributions: [] },
    { ...dates, ...beta, id: 'r2', rank: 2, distributions: [] },
  ],
  rollouts: [
    {
      ...dates,
      id: 'o1',
      rank: 1,
      description: '',
      type: 'THRESHOLD_ROLLOUT_TYPE',
      threshold: { percentage: 10, value: true },
    },
  ],
};

test('a flag without edits is as it is stored', () => {
  expect(withEdits(stored, [])).toEqual(stored);
});

test('edits stand in the place of what they change, and keep its id', () => {
  const rule = { ...beta, distributions: [{ variantId: 'v1', rollout: 100 }] };
  const rollout = {
    type: 'THRESHOLD_ROLLOUT_TYPE',
    threshold: { percentage: 50, value: false },
  } as const;
  const edited = withEdits(stored, [
    { of: 'rule', id: 'r2', rule },
    { of: 'rollout', id: 'o1', rollout },
    { of: 'flag', flag: { defaultVariant: blue } },
    { of: 'rule', id: 'gone', rule },
  ]);
  expect(edited.flag).toEqual({ ...stored.flag, defaultVariant: blue });
  expect(edited.rules).toEqual([stored.rules[0], { ...rule, id: 'r2' }]);
  expect(edited.rollouts).toEqual([{ ...rollout, id: 'o1' }]);
});
