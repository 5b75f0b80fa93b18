import { aShownFlag, aVariant } from '../../tests/support/a-flag';
import { withEdits } from './flag-edits';

const beta = { segmentKeys: ['beta'], segmentOperator: 'or' } as const;
const stored = aShownFlag('colour', {
  variants: [aVariant('blue')],
  rules: [
    { ...beta, id: 'r1', distributions: [] },
    { ...beta, id: 'r2', distributions: [] },
  ],
  rollouts: [
    {
      ...{ id: 'o1', description: '', createdAt: '2026-01-01T00:00:00Z' },
      step: { type: 'threshold', percent: 10, value: true },
    },
  ],
});

test('a flag without edits is as it is stored', () => {
  expect(withEdits(stored, [])).toEqual(stored);
});

test('edits stand in the place of what they change, and keep its id', () => {
  const rule = { ...beta, distributions: [{ variantKey: 'blue', rolloutPercent: 100 }] };
  const rollout = {
    description: 'half',
    step: { type: 'threshold', percent: 50, value: false },
  } as const;
  const edited = withEdits(stored, [
    { of: 'rule', id: 'r2', rule },
    { of: 'rollout', id: 'o1', rollout },
    { of: 'flag', flag: { defaultVariantKey: 'blue' } },
    { of: 'rule', id: 'gone', rule },
  ]);
  expect(edited).toEqual({
    ...stored,
    defaultVariantKey: 'blue',
    rules: [stored.rules[0], { ...rule, id: 'r2' }],
    rollouts: [{ ...rollout, id: 'o1', createdAt: '2026-01-01T00:00:00Z' }],
  });
});
