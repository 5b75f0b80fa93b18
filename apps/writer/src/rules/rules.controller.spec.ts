import { flipt } from '@pennon/proto';
import { newWriterForEachTest } from '../../../../test/support/writer-app';

const { method } = flipt.Flipt;
const { call, expectRefused, revisionOf } = newWriterForEachTest();

const { AND_SEGMENT_OPERATOR: AND, OR_SEGMENT_OPERATOR: OR } = flipt.SegmentOperator;

beforeEach(async () => {
  for (const key of ['a', 'b', 'c']) await call(method.createSegment, { key, name: key });
  for (const key of ['colour', 'other']) await call(method.createFlag, { key, name: key });
});

async function createRule(rank: number, flagKey = 'colour'): Promise<flipt.Rule> {
  const request = { flagKey, segmentKey: 'a', rank };
  return call(method.createRule, request);
}

async function getRule(id: string): Promise<flipt.Rule> {
  return call(method.getRule, { flagKey: 'colour', id });
}

async function rules(flagKey = 'colour'): Promise<readonly flipt.Rule[]> {
  return (await call(method.listRules, { flagKey })).rules;
}

describe('creating a rule', () => {
  it.each([
    ['invalid field flagKey: must not be empty', {}],
    ['invalid field segmentKey or segmentKeys: must not be empty', { flagKey: 'colour' }],
    [
      'invalid field segmentKey or segmentKeys: only one can be present',
      { flagKey: 'colour', segmentKey: 'a', segmentKeys: ['b'] },
    ],
    ['invalid field rank: must be greater than 0', { flagKey: 'colour', segmentKey: 'a' }],
    ['invalid field rank: must be greater than 0', { flagKey: 'nothing', segmentKey: 'nobody', rank: -1 }],
  ])('is refused with: %s', async (message, request) => {
    await expectRefused(call(method.createRule, request), 'INVALID_ARGUMENT', message);
    expect(await rules()).toEqual([]);
  });

  it.each([
    ['flag "default/nothing" or segment "default/a" not found', { flagKey: 'nothing', segmentKey: 'a' }],
    ['flag "default/colour" or segment "default/x" not found', { flagKey: 'colour', segmentKey: 'x' }],
    ['flag "default/colour" or segment "default/" not found', { flagKey: 'colour', segmentKeys: ['a', 'x'] }],
    [
      'flag "shop/colour" or segment "shop/a" not found',
      { namespaceKey: 'shop', flagKey: 'colour', segmentKey: 'a' },
    ],
  ])('is refused with: %s', async (message, request) => {
    await expectRefused(call(method.createRule, { ...request, rank: 1 }), 'NOT_FOUND', message);
    expect(await rules()).toEqual([]);
  });

  it('keeps the order of its segments and drops repeated ones', async () => {
    const segmentKeys = ['c', 'a', 'c', 'b', 'a'];
    const request = { flagKey: 'colour', segmentKeys, segmentOperator: AND, rank: 4 };
    const created = await call(method.createRule, request);
    expect(created).toMatchObject({
      segmentKey: '',
      segmentKeys: ['c', 'a', 'b'],
      segmentOperator: AND,
      rank: 4,
    });
    expect(await getRule(created.id)).toEqual(created);
    expect(await rules()).toEqual([created]);
  });

  it('of one segment shows it alone, with the operator OR', async () => {
    const request = { flagKey: 'colour', segmentKeys: ['b', 'b'], segmentOperator: AND, rank: 1 };
    expect(await call(method.createRule, request)).toMatchObject({
      segmentKey: 'b',
      segmentKeys: [],
      segmentOperator: OR,
    });
  });

  it('may take a rank that is taken', async () => {
    const [first, second] = [await createRule(1), await createRule(1)];
    expect((await rules()).map(({ id }) => id)).toEqual([first.id, second.id]);
  });
});

describe('getting a rule', () => {
  it.each([
    ['invalid field id: must not be empty', { flagKey: 'colour' }],
    ['invalid field flagKey: must not be empty', { id: 'x' }],
  ])('is refused with: %s', async (message, request) => {
    await expectRefused(call(method.getRule, request), 'INVALID_ARGUMENT', message);
  });

  it('does not compare the flag', async () => {
    const { id } = await createRule(1);
    expect(await call(method.getRule, { flagKey: 'other', id })).toMatchObject({ id, flagKey: 'colour' });
  });

  it('of another namespace is refused', async () => {
    const { id } = await createRule(1);
    const refused = call(method.getRule, { namespaceKey: 'shop', flagKey: 'colour', id });
    await expectRefused(refused, 'NOT_FOUND', `rule "shop/${id}" not found`);
  });
});

describe('updating a rule', () => {
  it.each([
    ['invalid field id: must not be empty', {}],
    ['invalid field flagKey: must not be empty', { id: 'x' }],
    ['invalid field segmentKey or segmentKeys: must not be empty', { id: 'x', flagKey: 'colour' }],
    [
      'invalid field segmentKey or segmentKeys: only one can be present',
      { id: 'x', flagKey: 'colour', segmentKey: 'a', segmentKeys: ['b'] },
    ],
  ])('is refused with: %s', async (message, request) => {
    await expectRefused(call(method.updateRule, request), 'INVALID_ARGUMENT', message);
  });

  it('replaces its segments and operator, and keeps its rank and distributions', async () => {
    const { id } = await createRule(3);
    const { id: variantId } = await call(method.createVariant, { flagKey: 'colour', key: 'blue' });
    await call(method.createDistribution, { flagKey: 'colour', ruleId: id, variantId, rollout: 100 });
    const request = { flagKey: 'colour', id, segmentKeys: ['c', 'b'], segmentOperator: AND };
    const updated = await call(method.updateRule, request);
    expect(updated).toMatchObject({
      rank: 3,
      segmentKeys: ['c', 'b'],
      segmentOperator: AND,
      distributions: [{ variantId }],
    });
    expect(await getRule(id)).toEqual(updated);
  });

  it.each([
    ['another flag', { flagKey: 'other', segmentKey: 'b' }],
    ['a flag that does not exist', { flagKey: 'nothing', segmentKey: 'b' }],
    ['a segment that does not exist', { flagKey: 'colour', segmentKey: 'x' }],
    ['segments one of which does not exist', { flagKey: 'colour', segmentKeys: ['b', 'x'] }],
  ])('with %s is refused, and leaves its segments and the revision', async (_, request) => {
    const rule = await createRule(1);
    const revision = await revisionOf('default');
    const refused = call(method.updateRule, { ...request, id: rule.id });
    await expectRefused(refused, 'NOT_FOUND', `rule "default/${rule.id}" not found`);
    expect(await getRule(rule.id)).toEqual(rule);
    expect(await revisionOf('default')).toBe(revision);
  });
});

describe('ordering rules', () => {
  it.each([
    ['invalid field flagKey: must not be empty', { ruleIds: ['x', 'y'] }],
    ['invalid field ruleIds: must contain atleast 2 elements', { flagKey: 'colour', ruleIds: ['x'] }],
    ['invalid field ruleIds: must not list "x" twice', { flagKey: 'colour', ruleIds: ['x', 'y', 'x'] }],
  ])('is refused with: %s', async (message, request) => {
    await expectRefused(call(method.orderRules, request), 'INVALID_ARGUMENT', message);
  });

  it('gives the listed rules their places and one moment of change, and leaves the others', async () => {
    const [first, second, third] = [await createRule(1), await createRule(2), await createRule(3)];
    const elsewhere = await createRule(1, 'other');
    const ruleIds = [third.id, elsewhere.id, 'unknown', first.id];
    await call(method.orderRules, { flagKey: 'colour', ruleIds });
    const after = await rules();
    expect(after.map(({ id, rank }) => [id, rank])).toEqual([
      [third.id, 1],
      [second.id, 2],
      [first.id, 4],
    ]);
    expect(after[0]?.updatedAt).toEqual(after[2]?.updatedAt);
    expect(after[0]?.updatedAt).not.toEqual(third.updatedAt);
    expect(after[1]?.updatedAt).toEqual(second.updatedAt);
    expect(await rules('other')).toEqual([elsewhere]);
  });

  it('of a flag that does not exist does nothing', async () => {
    const rule = await createRule(1);
    await call(method.orderRules, { flagKey: 'nothing', ruleIds: ['x', rule.id] });
    expect(await rules()).toEqual([rule]);
  });
});

describe('deleting a rule', () => {
  it.each([
    ['invalid field id: must not be empty', { flagKey: 'colour' }],
    ['invalid field flagKey: must not be empty', { id: 'x' }],
  ])('is refused with: %s', async (message, request) => {
    await expectRefused(call(method.deleteRule, request), 'INVALID_ARGUMENT', message);
  });

  it('closes the ranks up from 1, in their order', async () => {
    const [first, second, third] = [await createRule(2), await createRule(7), await createRule(9)];
    await call(method.deleteRule, { flagKey: 'colour', id: second.id });
    expect((await rules()).map(({ id, rank }) => [id, rank])).toEqual([
      [first.id, 1],
      [third.id, 2],
    ]);
  });

  it('that is not there leaves ranks and times', async () => {
    const rule = await createRule(5);
    await call(method.deleteRule, { flagKey: 'colour', id: 'unknown' });
    expect(await rules()).toEqual([rule]);
  });

  it('of another flag leaves both flags', async () => {
    const [rule, other] = [await createRule(1), await createRule(7, 'other')];
    await call(method.deleteRule, { flagKey: 'other', id: rule.id });
    expect(await rules()).toEqual([rule]);
    expect(await rules('other')).toEqual([other]);
  });
});

describe('listing rules', () => {
  it.each([
    ['invalid field flagKey: must not be empty', { limit: -1 }],
    ['limit must be set when offset or pageToken is set', { flagKey: 'colour', offset: 1 }],
    ['invalid field limit: must not be negative', { flagKey: 'colour', limit: -1 }],
    ['invalid field offset: must not be negative', { flagKey: 'colour', limit: 1, offset: -1 }],
    ['pageToken is not valid: "x"', { flagKey: 'colour', limit: 1, pageToken: 'x' }],
  ])('is refused with: %s', async (message, request) => {
    await expectRefused(call(method.listRules, request), 'INVALID_ARGUMENT', message);
  });

  it('is empty for a flag that does not exist', async () => {
    expect(await rules('nothing')).toEqual([]);
  });
});
