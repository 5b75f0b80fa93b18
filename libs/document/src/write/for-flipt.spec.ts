import { aFlagState } from '@pennon/testing';
import { forFlipt } from './for-flipt';

const namespace = { key: 'shop', name: 'Shop', description: '' };
const rollouts = [{ description: '', step: { type: 'threshold', percent: 50, value: true } }] as const;
const rules = [{ segmentKeys: ['all'], segmentOperator: 'or', distributions: [] }] as const;
const variants = [{ key: 'red', name: '', description: '', attachment: '' }];

it('says in words of Flipt that a flag is off, and leaves others as they are', () => {
  const off = { by: 'ana', at: 1000, reason: 'payments fail' };
  const on = aFlagState('on', { type: 'boolean', isEnabled: true, rollouts });
  const flags = [
    on,
    aFlagState('boolean', { type: 'boolean', isEnabled: true, off, rollouts }),
    aFlagState('variant', { isEnabled: true, off, variants, defaultVariantKey: 'red', rules }),
  ];
  expect(forFlipt({ namespace, flags, segments: [] }).flags).toEqual([
    on,
    aFlagState('boolean', { type: 'boolean' }),
    aFlagState('variant', { variants, defaultVariantKey: 'red' }),
  ]);
});
