import type { NamespaceDocument } from '@pennon/document';
import { rowsOfDocument } from './rows-of-document';
import { aFlagState } from '@pennon/testing';

const document: NamespaceDocument = {
  namespace: { key: 'shop', name: undefined, description: undefined },
  segments: [
    {
      ...{ key: 'beta', name: 'Beta', description: '', matchType: 'all' },
      constraints: [{ type: 'string', property: 'country', operator: 'eq', value: 'CH', description: '' }],
    },
  ],
  flags: [
    aFlagState('colour', {
      variants: [{ key: 'red', name: '', description: '', attachment: '' }],
      defaultVariantKey: 'red',
      rules: [
        {
          ...{ segmentKeys: ['beta'], segmentOperator: 'or' },
          distributions: [{ variantKey: 'red', rolloutPercent: 100 }],
        },
      ],
      rollouts: [{ description: '', step: { type: 'threshold', percent: 50, value: true } }],
    }),
  ],
};

it('gives rows the ids that they have had in every version', () => {
  const { flags, variants, rules, distributions, rollouts, constraints } = rowsOfDocument(document);
  const variantId = '0e7b7aca-86b0-8a3d-b6fe-134fea4e8fbf';
  const ruleId = '6b14c719-c279-8267-9864-3f25d5c91a92';
  expect(flags).toMatchObject([{ defaultVariantId: variantId }]);
  expect(variants).toMatchObject([{ id: variantId }]);
  expect(rules).toMatchObject([{ id: ruleId, rank: 1 }]);
  expect(distributions).toMatchObject([{ id: 'd868ab46-a0b0-80fb-9ead-3e3a9804aa1d', ruleId, variantId }]);
  expect(rollouts).toMatchObject([{ id: '0592b517-45df-897d-b7b9-678a92af3c0c', rank: 1 }]);
  expect(constraints).toMatchObject([{ id: '2e0a4420-23c4-87ec-a48f-2a826db981ee' }]);
});

it('gives nothing a moment', () => {
  const { namespace: _, ...rows } = rowsOfDocument(document);
  for (const row of Object.values(rows).flat()) expect(row).toMatchObject({ createdAt: 0, updatedAt: 0 });
});
