import { flipt } from '@pennon/proto';
import { newWriterForEachTest } from '../../../../test/support/writer-app';

const { method } = flipt.Flipt;
const { call, expectRefused, revisionOf } = newWriterForEachTest();

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

describe('updating a rollout', () => {
  it.each([
    ['invalid field id: must not be empty', {}],
    ['invalid field flagKey: must not be empty', { id: 'x' }],
    [outOfRange, { id: 'x', flagKey: 'beta', ...threshold(200) }],
    [outOfRange, { id: 'x', flagKey: 'beta', ...threshold(Number.NaN) }],
    [
      'invalid field segmentKey or segmentKeys: must not be empty',
      { id: 'x', flagKey: 'beta', ...segments({}) },
    ],
  ])('is refused with: %s', async (message, request) => {
    await expectRefused(call(method.updateRollout, request), 'INVALID_ARGUMENT', message);
  });

  it('replaces its step, and its description by nothing when it is left out', async () => {
    const { id } = await call(method.createRollout, {
      flagKey: 'beta',
      rank: 5,
      description: 'd',
      ...threshold(50),
    });
    const updated = await call(method.updateRollout, { flagKey: 'beta', id, ...threshold(20, false) });
    expect(updated).toMatchObject({
      rank: 5,
      description: '',
      rule: { value: { percentage: 20, value: false } },
    });
    expect(await getRollout(id)).toEqual(updated);
  });

  it.each([
    ['without a step', 'INVALID_ARGUMENT', 'invalid field rule: invalid rollout rule type', {}],
    [
      'with a step of the other type',
      'INVALID_ARGUMENT',
      'cannot change type of rollout: have "SEGMENT_ROLLOUT_TYPE" attempted "THRESHOLD_ROLLOUT_TYPE"',
      threshold(1),
    ],
    [
      'with a segment that does not exist',
      'NOT_FOUND',
      'flag "default/beta" or segment "default/x" not found',
      segments({ segmentKey: 'x' }),
    ],
    [
      'with segments one of which does not exist',
      'NOT_FOUND',
      'flag "default/beta" or segment "default/" not found',
      segments({ segmentKeys: ['a', 'x'] }),
    ],
  ] as const)('%s is refused, and leaves it and the revision', async (_, code, message, rest) => {
    const request = { flagKey: 'beta', rank: 1, ...segments({ segmentKeys: ['b', 'a'], value: true }) };
    const rollout = await call(method.createRollout, request);
    const revision = await revisionOf('default');
    const refused = call(method.updateRollout, {
      flagKey: 'beta',
      id: rollout.id,
      description: 'new',
      ...rest,
    });
    await expectRefused(refused, code, message);
    expect(await getRollout(rollout.id)).toEqual(rollout);
    expect(await revisionOf('default')).toBe(revision);
  });

  it('of another flag is refused, whatever is wanted', async () => {
    const { id } = await createRollout(1);
    for (const rest of [threshold(1), {}]) {
      const refused = call(method.updateRollout, { flagKey: 'other', id, ...rest });
      await expectRefused(refused, 'NOT_FOUND', `rollout "default/${id}" not found`);
    }
  });
});

describe('ordering rollouts', () => {
  it.each([
    ['invalid field flagKey: must not be empty', { rolloutIds: ['x', 'y'] }],
    ['invalid field rolloutIds: must contain atleast 2 elements', { flagKey: 'beta', rolloutIds: ['x'] }],
    ['invalid field rolloutIds: must not list "x" twice', { flagKey: 'beta', rolloutIds: ['x', 'x'] }],
  ])('is refused with: %s', async (message, request) => {
    await expectRefused(call(method.orderRollouts, request), 'INVALID_ARGUMENT', message);
  });

  it('gives the listed rollouts their places and one moment of change, and leaves the others', async () => {
    const [first, second, third] = [await createRollout(1), await createRollout(5), await createRollout(9)];
    const elsewhere = await createRollout(1, 'other');
    const rolloutIds = [third.id, elsewhere.id, first.id];
    await call(method.orderRollouts, { flagKey: 'beta', rolloutIds });
    const after = await rollouts();
    expect(after.map(({ id, rank }) => [id, rank])).toEqual([
      [third.id, 1],
      [first.id, 3],
      [second.id, 5],
    ]);
    expect(after[0]?.updatedAt).toEqual(after[1]?.updatedAt);
    expect(after[2]).toEqual(second);
    expect(await rollouts('other')).toEqual([elsewhere]);
  });
});

describe('deleting a rollout', () => {
  it.each([
    ['invalid field id: must not be empty', { flagKey: 'beta' }],
    ['invalid field flagKey: must not be empty', { id: 'x' }],
  ])('is refused with: %s', async (message, request) => {
    await expectRefused(call(method.deleteRollout, request), 'INVALID_ARGUMENT', message);
  });

  it('closes the ranks up from 1, and leaves them when there is none to delete', async () => {
    const [first, second] = [await createRollout(0), await createRollout(7)];
    await call(method.deleteRollout, { flagKey: 'beta', id: 'unknown' });
    expect(await rollouts()).toEqual([first, second]);
    await call(method.deleteRollout, { flagKey: 'beta', id: first.id });
    expect((await rollouts()).map(({ id, rank }) => [id, rank])).toEqual([[second.id, 1]]);
  });
});
