import { aFlagState } from '@pennon/testing';
import type { FlagState } from '../flag-state';
import { flagParts } from './flag-parts';
import { changedParts } from './part';
import { segmentParts } from './segment-parts';

const off = { by: 'ana', at: 1000, reason: '' };
const variant = (key: string, name = '') => ({ key, name, description: '', attachment: '' });
const rule = (segment: string) =>
  ({ segmentKeys: [segment], segmentOperator: 'or', distributions: [] }) as const;
const rollout = (percent: number) =>
  ({ description: '', step: { type: 'threshold', percent, value: true } }) as const;

it.each<[what: string, one: Partial<FlagState>, other: Partial<FlagState>, changed: readonly string[]]>([
  ['a value', { name: 'A' }, { name: 'B' }, ['name']],
  ['no off that one leaves out', { off: undefined }, { off }, []],
  ['an off that both say', { off: false }, { off }, ['off']],
  ['no metadata without members', { metadata: undefined }, { metadata: {} }, []],
  ['no members in another order', { metadata: { a: 1, b: 2 } }, { metadata: { b: 2, a: 1 } }, []],
  [
    'no variants in another order',
    { variants: [variant('a'), variant('b')] },
    { variants: [variant('b'), variant('a')] },
    [],
  ],
  ['a variant more', { variants: [variant('a')] }, { variants: [variant('a'), variant('b')] }, ['variants']],
  ['another variant', { variants: [variant('a')] }, { variants: [variant('b')] }, ['variants']],
  ['a name of one', { variants: [variant('a')] }, { variants: [variant('a', 'A')] }, ['variants']],
  ['rules in another order', { rules: [rule('a'), rule('b')] }, { rules: [rule('b'), rule('a')] }, ['rules']],
  ['a rule more', { rules: [rule('a')] }, { rules: [rule('a'), rule('b')] }, ['rules']],
  ['another percentage', { rollouts: [rollout(1)] }, { rollouts: [rollout(2)] }, ['rollouts']],
])('two flags differ in %s', (_, one, other, changed) => {
  const [first, second] = [aFlagState('f', one), aFlagState('f', other)];
  expect(changedParts<FlagState>(flagParts, first, second)).toEqual(changed);
  expect(changedParts<FlagState>(flagParts, second, first)).toEqual(changed);
});

it('two segments do not differ in the order of their constraints', () => {
  const constraint = { type: 'string', operator: 'eq', value: '1', description: '' } as const;
  const [a, b] = ['a', 'b'].map((property) => ({ ...constraint, property }));
  if (a === undefined || b === undefined) throw new Error('there are two');
  const part = segmentParts.constraints;
  expect([part.isSame([a, b], [b, a]), part.isSame([a], [a, b])]).toEqual([true, false]);
  expect([part.isSame([a], [b]), part.isSame([a, a], [a, b])]).toEqual([false, false]);
});
