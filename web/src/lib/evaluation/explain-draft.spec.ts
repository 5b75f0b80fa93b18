import { aShownFlag, aVariant } from '../../../tests/support/a-flag';
import { type FlagContents, type Segment } from '../model';
import { explainDraft } from './explain-draft';

const colour = aShownFlag('colour', { variants: [aVariant('blue', { attachment: '{"a":1}' })] });
const dutch: Segment = {
  ...{ namespaceKey: 'shop', key: 'dutch', name: 'Dutch', description: '', matchType: 'all' },
  constraints: [
    { id: 'c1', type: 'string', property: 'country', operator: 'eq', value: 'NL', description: '' },
  ],
  ...{ createdAt: '', updatedAt: '' },
};
const choice = { segmentKeys: ['dutch'], segmentOperator: 'or' } as const;
const asked = (country: string) => ({ entityId: 'ann', context: { country } });

test('a variant flag answers as its edited rules say', () => {
  const distributions = [{ variantKey: 'blue', rolloutPercent: 100 }];
  const edited: FlagContents = { ...colour, rules: [{ id: 'r1', ...choice, distributions }] };
  expect(explainDraft(edited, [dutch], asked('NL'))).toMatchObject({
    type: 'variant',
    result: { variantKey: 'blue', isMatch: true, attachment: '{"a":1}', segmentKeys: ['dutch'] },
    rules: [{ rank: 1, outcome: 'matched' }],
  });
  expect(explainDraft(edited, [dutch], asked('BE'))?.result).toMatchObject({ variantKey: '' });
  const withDefault = { ...edited, defaultVariantKey: 'blue' };
  expect(explainDraft(withDefault, [dutch], asked('BE'))?.result).toMatchObject({ variantKey: 'blue' });
});

test('a boolean flag answers as its edited rollouts say', () => {
  const rollout = { description: '', createdAt: '' };
  const edited = aShownFlag('banner', {
    ...{ type: 'boolean', isEnabled: false },
    rollouts: [
      { ...rollout, id: 'o1', step: { type: 'threshold', percent: 0, value: false } },
      { ...rollout, id: 'o2', step: { type: 'segment', ...choice, value: true } },
    ],
  });
  expect(explainDraft(edited, [dutch], asked('NL'))).toMatchObject({
    result: { isEnabled: true },
    rollouts: [{ rank: 1 }, { rank: 2, outcome: 'matched' }],
  });
  expect(explainDraft(edited, [dutch], asked('BE'))?.result).toMatchObject({ isEnabled: false });
});
