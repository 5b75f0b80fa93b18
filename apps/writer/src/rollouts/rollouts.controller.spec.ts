import { flipt } from '@pennon/proto';
import { newWriterForEachTest } from '../../../../test/support/writer-app';

const { method } = flipt.Flipt;
const { call, expectRefused, revisionOf } = newWriterForEachTest();

const { AND_SEGMENT_OPERATOR: AND, OR_SEGMENT_OPERATOR: OR } = flipt.SegmentOperator;

beforeEach(async () => {
  for (const key of ['a', 'b', 'c']) await call(method.createSegment, { key, name: key });
  const type = flipt.FlagType.BOOLEAN_FLAG_TYPE;
  for (const key of ['beta', 'other']) await call(method.createFlag, { key, name: key, type });
});

function threshold(percentage: number, value = true): { rule: { case: 'threshold'; value: object } } {
  return { rule: { case: 'threshold', value: { percentage, value } } };
}

function segments(value: object): { rule: { case: 'segment'; value: object } } {
  return { rule: { case: 'segment', value } };
}

async function createRollout(rank: number, flagKey = 'beta'): Promise<flipt.Rollout> {
  return call(method.createRollout, { flagKey, rank, ...threshold(50) });
}

async function getRollout(id: string): Promise<flipt.Rollout> {
  return call(method.getRollout, { flagKey: 'beta', id });
}

async function rollouts(flagKey = 'beta'): Promise<readonly flipt.Rollout[]> {
  return (await call(method.listRollouts, { flagKey })).rules;
}

const outOfRange = 'invalid field threshold.percentage: must be within range [0, 100]';

describe('creating a rollout', () => {
  it.each([
    ['invalid field flagKey: must not be empty', threshold(101)],
    [outOfRange, { flagKey: 'beta', ...threshold(-0.01) }],
    [outOfRange, { flagKey: 'beta', ...threshold(100.01) }],
    ['invalid field segmentKey or segmentKeys: must not be empty', { flagKey: 'beta', ...segments({}) }],
    [
      'invalid field segmentKey or segmentKeys: only one can be present',
      { flagKey: 'beta', ...segments({ segmentKey: 'a', segmentKeys: ['b'] }) },
    ],
    ['rollout rule is missing', { flagKey: 'beta' }],
  ])('is refused with: %s', async (message, request) => {
    await expectRefused(call(method.createRollout, request), 'INVALID_ARGUMENT', message);
    expect(await rollouts()).toEqual([]);
  });

  it.each([Number.NaN, Infinity, -Infinity])(
    'of %d percent is refused, and changes nothing',
    async (percent) => {
      const revision = await revisionOf('default');
      const refused = call(method.createRollout, { flagKey: 'beta', ...threshold(percent) });
      await expectRefused(refused, 'INVALID_ARGUMENT', outOfRange);
      expect(await revisionOf('default')).toBe(revision);
    },
  );

  it.each([
    ['flag "default/nothing" not found', { flagKey: 'nothing', ...threshold(1) }],
    ['flag "shop/beta" not found', { namespaceKey: 'shop', flagKey: 'beta', ...threshold(1) }],
    ['flag "default/beta or segment x" not found', { flagKey: 'beta', ...segments({ segmentKey: 'x' }) }],
    [
      'flag "default/nothing or segment a" not found',
      { flagKey: 'nothing', ...segments({ segmentKey: 'a' }) },
    ],
    [
      'flag "default/beta or segment " not found',
      { flagKey: 'beta', ...segments({ segmentKeys: ['a', 'x'] }) },
    ],
  ])('is refused with: %s', async (message, request) => {
    await expectRefused(call(method.createRollout, request), 'NOT_FOUND', message);
    expect(await rollouts()).toEqual([]);
  });

  it('of a rank that is taken is refused, before anything else is looked at', async () => {
    await createRollout(2);
    const message = 'rank number: 2 already exists';
    for (const rest of [{}, segments({ segmentKey: 'x' }), threshold(1)]) {
      const refused = call(method.createRollout, { flagKey: 'beta', rank: 2, ...rest });
      await expectRefused(refused, 'INVALID_ARGUMENT', message);
    }
    await expect(createRollout(2, 'other')).resolves.toMatchObject({ rank: 2 });
  });

  it.each([0, -3, 1000])('may have the rank %d', async (rank) => {
    const created = await createRollout(rank);
    expect(await rollouts()).toEqual([created]);
  });

  it('of type threshold answers what is stored, its percent as a 32-bit float', async () => {
    const created = await call(method.createRollout, {
      flagKey: 'beta',
      rank: 1,
      description: 'd',
      ...threshold(66.666666666),
    });
    expect(created).toMatchObject({
      type: flipt.RolloutType.THRESHOLD_ROLLOUT_TYPE,
      description: 'd',
      rule: { case: 'threshold', value: { percentage: 66.666664, value: true } },
    });
    expect(await getRollout(created.id)).toEqual(created);
    expect(await rollouts()).toEqual([created]);
  });

  it('of type segment keeps the order of its segments and drops repeated ones', async () => {
    const selection = { segmentKeys: ['c', 'a', 'c'], segmentOperator: AND, value: true };
    const created = await call(method.createRollout, { flagKey: 'beta', rank: 1, ...segments(selection) });
    expect(created).toMatchObject({
      type: flipt.RolloutType.SEGMENT_ROLLOUT_TYPE,
      rule: {
        case: 'segment',
        value: { segmentKey: '', segmentKeys: ['c', 'a'], segmentOperator: AND, value: true },
      },
    });
    expect(await getRollout(created.id)).toEqual(created);
    expect(await rollouts()).toEqual([created]);
  });

  it('of one segment shows it alone, with the operator OR', async () => {
    const selection = { segmentKeys: ['b'], segmentOperator: AND };
    expect(await call(method.createRollout, { flagKey: 'beta', ...segments(selection) })).toMatchObject({
      rule: { value: { segmentKey: 'b', segmentKeys: [], segmentOperator: OR, value: false } },
    });
  });
});

describe('listing rollouts', () => {
  it.each([
    ['invalid field limit: must not be negative', { flagKey: 'beta', limit: -1 }],
    ['pageToken is not valid: "x"', { flagKey: 'beta', pageToken: 'x' }],
  ])('is refused with: %s', async (message, request) => {
    await expectRefused(call(method.listRollouts, request), 'INVALID_ARGUMENT', message);
  });

  it('leads from page to page by rank', async () => {
    const [second, first] = [await createRollout(5), await createRollout(1)];
    const page = await call(method.listRollouts, { flagKey: 'beta', limit: 1 });
    const next = await call(method.listRollouts, { flagKey: 'beta', pageToken: page.nextPageToken });
    expect([...page.rules, ...next.rules]).toEqual([first, second]);
    expect([page.totalCount, next.totalCount, next.nextPageToken]).toEqual([2, 2, '']);
  });

  it('is empty for a flag that does not exist', async () => {
    expect(await rollouts('nothing')).toEqual([]);
  });
});

describe('getting a rollout', () => {
  it('does not compare the flag', async () => {
    const { id } = await createRollout(1);
    expect(await call(method.getRollout, { flagKey: 'nothing', id })).toMatchObject({ id, flagKey: 'beta' });
  });

  it('that does not exist is refused', async () => {
    await expectRefused(getRollout('x'), 'NOT_FOUND', 'rollout "default/x" not found');
  });
});
