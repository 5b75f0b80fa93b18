import { AsyncLocalStorage } from 'node:async_hooks';
import { flipt, pennonAudit } from '@pennon/proto';
import { newWriterForEachTest } from '../../support/writer-app';

const { method } = flipt.Flipt;
const { call, revisionOf } = newWriterForEachTest();

/** How many events there are, of whatever namespace. */
async function countEvents(): Promise<number> {
  return (await call(pennonAudit.AuditService.method.listEvents, { limit: 1000 })).events.length;
}

type Write = readonly [name: string, run: () => Promise<unknown>];

/** Every kind of write to a namespace, in an order in which each finds what it needs. */
async function writes(): Promise<readonly Write[]> {
  await call(method.createSegment, { key: 'all', name: 'All' });
  await call(method.createSegment, { key: 'few', name: 'Few' });
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
    ['UpdateConstraint', () => call(method.updateConstraint, { ...isDutch, id: constraintId, value: 'BE' })],
    ['CreateRule', () => call(method.createRule, forAll)],
    ['UpdateRule', () => call(method.updateRule, { id: rule.id, flagKey: 'flag', segmentKeys: ['few'] })],
    ['OrderRules', () => call(method.orderRules, { ...ofFlag, ruleIds: [otherRule.id, rule.id] })],
    ['CreateDistribution', () => call(method.createDistribution, share)],
    ['UpdateDistribution', () => call(method.updateDistribution, { ...share, id: shareId, rollout: 50 })],
    ['CreateRollout', () => call(method.createRollout, { ...half, rank: 3 })],
    ['UpdateRollout', () => call(method.updateRollout, { ...half, id: rollout.id, description: 'half' })],
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

it('what turns out to change nothing leaves the revision, the log and every row', async () => {
  await writes();
  const ofFlag = { flagKey: 'flag' };
  const gone = { ...ofFlag, id: 'gone' };
  const order = async (): Promise<string[]> =>
    (await call(method.listRules, ofFlag)).rules.map(({ id }) => id);
  // Ranks that are equal or have gaps would be mended.
  await call(method.orderRules, { ...ofFlag, ruleIds: await order() });
  const ruleIds = await order();
  const { rules: rollouts } = await call(method.listRollouts, ofFlag);
  const key = 'x'.repeat(256);
  const nothings: readonly Write[] = [
    ['order as it is', () => call(method.orderRules, { ...ofFlag, ruleIds })],
    [
      'order of rollouts as it is',
      () => call(method.orderRollouts, { ...ofFlag, rolloutIds: rollouts.map(({ id }) => id) }),
    ],
    ['order of what is not there', () => call(method.orderRules, { flagKey: 'ghost', ruleIds: ['a', 'b'] })],
    [
      'order under a key that is too long',
      () => call(method.orderRules, { flagKey: key, ruleIds: ['a', 'b'] }),
    ],
    [
      'order of rollouts under a key that is too long',
      () => call(method.orderRollouts, { flagKey: key, rolloutIds: ['a', 'b'] }),
    ],
    [
      'order in a namespace that is not there, and whose key is too long',
      () => call(method.orderRules, { namespaceKey: key, ...ofFlag, ruleIds: ['a', 'b'] }),
    ],
    ['deleting a flag', () => call(method.deleteFlag, { key: 'gone' })],
    ['deleting a segment', () => call(method.deleteSegment, { key: 'gone' })],
    ['deleting a variant', () => call(method.deleteVariant, gone)],
    ['deleting a rule', () => call(method.deleteRule, gone)],
    ['deleting a rollout', () => call(method.deleteRollout, gone)],
    ['deleting a constraint', () => call(method.deleteConstraint, { segmentKey: 'all', id: 'gone' })],
    [
      'deleting a share',
      () => call(method.deleteDistribution, { ...gone, ruleId: 'gone', variantId: 'gone' }),
    ],
  ];
  const before = [await revisionOf('default'), await countEvents()];
  for (const [name, run] of nothings) {
    await run();
    expect([name, await revisionOf('default'), await countEvents()]).toEqual([name, ...before]);
  }
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
