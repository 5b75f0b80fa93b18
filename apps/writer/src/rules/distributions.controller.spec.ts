import { flipt } from '@pennon/proto';
import { newWriterForEachTest } from '../../../../test/support/writer-app';

const { method } = flipt.Flipt;
const { call, expectRefused, revisionOf } = newWriterForEachTest();

const tooSmall = "invalid field rollout: must be greater than or equal to '0'";
const tooLarge = "invalid field rollout: must be less than or equal to '100'";

/** A flag with a rule and a variant, by which distributions are named. */
interface Parents {
  readonly namespaceKey: string;
  readonly flagKey: string;
  readonly ruleId: string;
  readonly variantId: string;
}

let parents: Parents;

async function createRule(rule: object): Promise<flipt.Rule> {
  return call(method.createRule, rule);
}

async function makeParents(namespaceKey: string): Promise<Parents> {
  const flagKey = 'colour';
  await call(method.createSegment, { namespaceKey, key: 'all', name: 'All' });
  await call(method.createFlag, { namespaceKey, key: flagKey, name: 'Colour' });
  const variant = await call(method.createVariant, { namespaceKey, flagKey, key: 'blue' });
  const rule = await createRule({ namespaceKey, flagKey, segmentKey: 'all', rank: 1 });
  return { namespaceKey, flagKey, ruleId: rule.id, variantId: variant.id };
}

beforeEach(async () => {
  parents = await makeParents('default');
});

async function distributions(): Promise<readonly flipt.Distribution[]> {
  const { flagKey, ruleId } = parents;
  return (await call(method.getRule, { flagKey, id: ruleId })).distributions;
}

describe('creating a distribution', () => {
  it.each([
    ['invalid field flagKey: must not be empty', {}],
    ['invalid field ruleId: must not be empty', { flagKey: 'colour' }],
    ['invalid field variantId: must not be empty', { flagKey: 'colour', ruleId: 'x' }],
    [tooSmall, { flagKey: 'colour', ruleId: 'x', variantId: 'x', rollout: -1 }],
    [tooLarge, { flagKey: 'colour', ruleId: 'x', variantId: 'x', rollout: 101 }],
  ])('is refused with: %s', async (message, request) => {
    await expectRefused(call(method.createDistribution, request), 'INVALID_ARGUMENT', message);
  });

  it.each([
    [-0.01, tooSmall],
    [100.01, tooLarge],
    [Number.NaN, tooLarge],
    [Infinity, tooLarge],
    [-Infinity, tooSmall],
  ])('of %d percent is refused, and changes nothing', async (rollout, message) => {
    const revision = await revisionOf('default');
    await expectRefused(
      call(method.createDistribution, { ...parents, rollout }),
      'INVALID_ARGUMENT',
      message,
    );
    expect(await distributions()).toEqual([]);
    expect(await revisionOf('default')).toBe(revision);
  });

  it.each([
    [33.33, 33.33],
    [66.666666666, 66.666664],
    [0, 0],
    [100, 100],
  ])('of %d percent answers %d, and so does the rule', async (rollout, shown) => {
    const created = await call(method.createDistribution, { ...parents, rollout });
    expect(created).toMatchObject({ rollout: shown, ruleId: parents.ruleId, variantId: parents.variantId });
    expect(await distributions()).toEqual([created]);
  });

  it.each(['flagKey', 'ruleId', 'variantId'] as const)('with an unknown %s is refused', async (name) => {
    const request = { ...parents, [name]: 'x' };
    const { variantId, ruleId, flagKey } = request;
    const names = `variant "${variantId}", rule "${ruleId}", flag "${flagKey}" in namespace "default"`;
    await expectRefused(call(method.createDistribution, request), 'NOT_FOUND', `${names} not found`);
  });

  it('across namespaces is refused', async () => {
    await call(method.createNamespace, { key: 'shop', name: 'Shop' });
    const { ruleId, variantId } = await makeParents('shop');
    for (const request of [
      { ...parents, ruleId },
      { ...parents, variantId },
    ]) {
      const names = `variant "${request.variantId}", rule "${request.ruleId}", flag "colour"`;
      const message = `${names} in namespace "default" not found`;
      await expectRefused(call(method.createDistribution, request), 'NOT_FOUND', message);
    }
  });
});

describe('updating a distribution', () => {
  it('wants an id first, and then what creating wants', async () => {
    const update = (request: object): Promise<unknown> => call(method.updateDistribution, request);
    await expectRefused(update({}), 'INVALID_ARGUMENT', 'invalid field id: must not be empty');
    await expectRefused(update({ id: 'x' }), 'INVALID_ARGUMENT', 'invalid field flagKey: must not be empty');
    await expectRefused(update({ ...parents, id: 'x', rollout: Number.NaN }), 'INVALID_ARGUMENT', tooLarge);
  });

  it('replaces its variant and percent', async () => {
    const { id } = await call(method.createDistribution, { ...parents, rollout: 100 });
    const { id: variantId } = await call(method.createVariant, { flagKey: 'colour', key: 'red' });
    const updated = await call(method.updateDistribution, { ...parents, id, variantId, rollout: 20 });
    expect(updated).toMatchObject({ id, variantId, rollout: 20 });
    expect(await distributions()).toEqual([updated]);
  });

  it('of another rule is refused, and leaves it', async () => {
    const created = await call(method.createDistribution, { ...parents, rollout: 100 });
    const { id: ruleId } = await createRule({ flagKey: 'colour', segmentKey: 'all', rank: 2 });
    const refused = call(method.updateDistribution, { ...parents, ruleId, id: created.id, rollout: 20 });
    await expectRefused(refused, 'NOT_FOUND', `distribution "${created.id}" not found`);
    expect(await distributions()).toEqual([created]);
  });
});

describe('deleting a distribution', () => {
  it.each([
    ['invalid field id: must not be empty', {}],
    ['invalid field flagKey: must not be empty', { id: 'x' }],
    ['invalid field ruleId: must not be empty', { id: 'x', flagKey: 'colour' }],
    ['invalid field variantId: must not be empty', { id: 'x', flagKey: 'colour', ruleId: 'x' }],
  ])('is refused with: %s', async (message, request) => {
    await expectRefused(call(method.deleteDistribution, request), 'INVALID_ARGUMENT', message);
  });

  it('by another variant or rule does nothing', async () => {
    const created = await call(method.createDistribution, { ...parents, rollout: 100 });
    await call(method.deleteDistribution, { ...parents, id: created.id, variantId: 'x' });
    await call(method.deleteDistribution, { ...parents, id: created.id, ruleId: 'x' });
    expect(await distributions()).toEqual([created]);
    await call(method.deleteDistribution, { ...parents, id: created.id });
    expect(await distributions()).toEqual([]);
  });
});
