import { aDistribution, aFlag, aRollout, aRule, aVariant } from '@pennon/testing';
import { stateOfFlag, withBorrowed } from './state-of';
import type { StoredFlag } from './stored-flag';

const own = aVariant('colour', 'v1', { key: 'red', attachment: '{ "a": 1 }' });
const [others, another] = [aVariant('shape', 'v2', { key: 'blue' }), aVariant('shape', 'v3', { key: 'red' })];
const known = new Map([own, others, another].map((variant) => [variant.id, variant]));
const stored: StoredFlag = {
  ...aFlag('colour', { defaultVariantId: 'v1', metadata: {} }),
  variants: [own],
  rules: [
    { ...aRule('colour', 'r1', { segmentKeys: [] }), distributions: [] },
    {
      ...aRule('colour', 'r2', { segmentKeys: ['beta'] }),
      distributions: ['v1', 'v2', 'v3', 'gone'].map((id) => aDistribution('r2', id, { rolloutPercent: 25 })),
    },
  ],
  rollouts: [
    aRollout('colour', 'o1', {
      step: { type: 'segment', segmentKeys: [], segmentOperator: 'or', value: true },
    }),
  ],
};

describe('the state of a flag', () => {
  const state = stateOfFlag(stored, withBorrowed(stored, known), ({ attachment }) =>
    attachment.replaceAll(' ', ''),
  );

  it('has keys for ids, and no metadata that is empty', () => {
    expect(state).toMatchObject({ key: 'colour', defaultVariantKey: 'red', metadata: undefined });
  });

  it('lacks steps without a segment, which never take effect', () => {
    expect([state.rules.length, state.rollouts.length]).toEqual([1, 0]);
  });

  it('has the variants of other flags that it distributes to, unless it has another one of the key', () => {
    expect(state.variants.map(({ key, attachment }) => [key, attachment])).toEqual([
      ['red', '{"a":1}'],
      ['blue', others.attachment],
    ]);
    expect(state.rules[0]?.distributions.map(({ variantKey }) => variantKey)).toEqual(['red', 'blue']);
  });
});
