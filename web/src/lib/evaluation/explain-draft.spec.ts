import { type EditedFlag } from '../flag-edits';
import { type Segment } from '../model';
import { explainDraft } from './explain-draft';

const dates = { createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' };
const blue = { ...dates, id: 'v1', key: 'blue', name: '', description: '', attachment: '{"a":1}' };
const flag = {
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
} as const;
const dutch: Segment = {
  ...dates,
  namespaceKey: 'default',
  key: 'dutch',
  name: 'Dutch',
  description: '',
  matchType: 'ALL_MATCH_TYPE',
  constraints: [
    {
      ...dates,
      id: 'c1',
      type: 'STRING_COMPARISON_TYPE',
      property: 'country',
      operator: 'eq',
      value: 'NL',
      description: '',
    },
  ],
};
const choice = { segmentKeys: ['dutch'], segmentOperator: 'OR_SEGMENT_OPERATOR' } as const;
const asked = (country: string) => ({ entityId: 'ann', context: { country } });

test('a variant flag answers as its edited rules say', () => {
  const edited: EditedFlag = {
    flag,
    rules: [{ id: 'r1', ...choice, distributions: [{ variantId: 'v1', rollout: 100 }] }],
    rollouts: [],
  };
  expect(explainDraft(edited, [dutch], asked('NL'))).toMatchObject({
    type: 'variant',
    result: { variantKey: 'blue', isMatch: true, attachment: '{"a":1}', segmentKeys: ['dutch'] },
    rules: [{ rank: 1, outcome: 'matched' }],
  });
  expect(explainDraft(edited, [dutch], asked('BE'))?.result).toMatchObject({ variantKey: '' });
  const withDefault = { ...edited, flag: { ...flag, defaultVariant: blue } };
  expect(explainDraft(withDefault, [dutch], asked('BE'))?.result).toMatchObject({ variantKey: 'blue' });
});

test('a boolean flag answers as its edited rollouts say', () => {
  const edited: EditedFlag = {
    flag: { ...flag, type: 'BOOLEAN_FLAG_TYPE', enabled: false },
    rules: [],
    rollouts: [
      { id: 'o1', type: 'THRESHOLD_ROLLOUT_TYPE', threshold: { percentage: 0, value: false } },
      { id: 'o2', type: 'SEGMENT_ROLLOUT_TYPE', segment: { ...choice, value: true } },
    ],
  };
  expect(explainDraft(edited, [dutch], asked('NL'))).toMatchObject({
    result: { isEnabled: true },
    rollouts: [{ rank: 1 }, { rank: 2, outcome: 'matched' }],
  });
  expect(explainDraft(edited, [dutch], asked('BE'))?.result).toMatchObject({ isEnabled: false });
});
