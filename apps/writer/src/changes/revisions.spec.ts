import { AsyncLocalStorage } from 'node:async_hooks';
import { flipt } from '@pennon/api';
import { newWriterForEachTest } from '../../../../test/support/writer-app';

const { method } = flipt.Flipt;
const { call, revisionOf } = newWriterForEachTest();

type Write = readonly [name: string, run: () => Promise<unknown>];

/** Every kind of write to a namespace, in an order in which each finds what it needs. */
async function writes(): Promise<readonly Write[]> {
  await call(method.createSegment, { key: 'all', name: 'All' });
  await call(method.createFlag, { key: 'flag', name: 'Flag' });
  const ofFlag = { flagKey: 'flag' };
  const forAll = { ...ofFlag, segmentKey: 'all', rank: 1 };
  const half = { ...ofFlag, rule: { case: 'threshold', value: { percentage: 50 } } } as const;
  const isDutch = {
    segmentKey: 'all',
    type: flipt.ComparisonType.STRING_COMPARISON_TYPE,
    property: 'country',
    operator: 'eq',
    value: 'NL',
  };
  const variant = await call(method.createVariant, { ...ofFlag, key: 'blue' });
  const [rule, otherRule] = [await call(method.createRule, forAll), await call(method.createRule, forAll)];
  const rollout = await call(method.createRollout, { ...half, rank: 1 });
  const otherRollout = await call(method.createRollout, { ...half, rank: 2 });
  const share = { ...ofFlag, ruleId: rule.id, variantId: variant.id };
  const { id: shareId } = await call(method.createDistribution, share);
  const { id: constraintId } = await call(method.createConstraint, isDutch);
  return [
    ['UpdateNamespace', () => call(method.updateNamespace, { key: 'default', name: 'Ours' })],
    ['CreateFlag', () => call(method.createFlag, { key: 'new', name: 'New' })],
    ['UpdateFlag', () => call(method.updateFlag, { key: 'flag', name: 'Changed' })],
    ['CreateVariant', () => call(method.createVariant, { ...ofFlag, key: 'red' })],
    ['UpdateVariant', () => call(method.updateVariant, { ...ofFlag, id: variant.id, key: 'azure' })],
    ['CreateSegment', () => call(method.createSegment, { key: 'new', name: 'New' })],
    ['UpdateSegment', () => call(method.updateSegment, { key: 'all', name: 'Changed' })],
    ['CreateConstraint', () => call(method.createConstraint, isDutch)],
    ['UpdateConstraint', () => call(method.updateConstraint, { ...isDutch, id: constraintId })],
    ['CreateRule', () => call(method.createRule, forAll)],
    ['UpdateRule', () => call(method.updateRule, { id: rule.id, flagKey: 'flag', segmentKeys: ['all'] })],
    ['OrderRules', () => call(method.orderRules, { ...ofFlag, ruleIds: [otherRule.id, rule.id] })],
    ['CreateDistribution', () => call(method.createDistribution, share)],
    ['UpdateDistribution', () => call(method.updateDistribution, { ...share, id: shareId })],
    ['CreateRollout', () => call(method.createRollout, { ...half, rank: 3 })],
    ['UpdateRollout', () => call(method.updateRollout, { ...half, id: rollout.id })],
    [
      'OrderRollouts',
      () => call(method.orderRollouts, { ...ofFlag, rolloutIds: [otherRollout.id, rollout.id] }),
    ],
    ['DeleteRollout', () => call(method.deleteRollout, { ...ofFlag, id: rollout.id })],
    ['DeleteDistribution', () => call(method.deleteDistribution, { ...share, id: shareId })],
    ['DeleteRule', () => call(method.deleteRule, { ...ofFlag, id: rule.id })],
    ['DeleteConstraint', () => call(method.deleteConstraint, { segmentKey: 'all', id: constraintId })],
    ['DeleteVariant', () => call(method.deleteVariant, { ...ofFlag, id: variant.id })],
    ['DeleteSegment', () => call(method.deleteSegment, { key: 'new' })],
    ['DeleteFlag', () => call(method.deleteFlag, { key: 'flag' })],
    ['DeleteFlag of a flag that is gone', () => call(method.deleteFlag, { key: 'flag' })],
  ];
}

it('every kind of write raises the revision by exactly one', async () => {
  const all = await writes();
  const raised: [string, number][] = [];
  for (const [name, run] of all) {
    const before = (await revisionOf('default')) ?? Number.NaN;
    await run();
    const after = (await revisionOf('default')) ?? Number.NaN;
    raised.push([name, after - before]);
  }
  expect(raised).toEqual(all.map(([name]) => [name, 1]));
});

it('every kind of write is among them', async () => {
  const names = (await writes()).map(([name]) => name);
  const missing = Object.values(method)
    .map(({ name }) => name)
    .filter((name) => /^(Create|Update|Delete|Order)/.test(name) && !names.includes(name));
  // These make and unmake the revision itself.
  expect(missing).toEqual(['CreateNamespace', 'DeleteNamespace']);
});

it('no kind of write enters an asynchronous context, which would slow down every later turn of the process', async () => {
  const entries = jest.spyOn(AsyncLocalStorage.prototype, 'run');
  for (const [, run] of await writes()) await run();
  expect(entries).not.toHaveBeenCalled();
  entries.mockRestore();
});
