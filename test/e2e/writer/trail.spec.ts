import { flipt, pennonAudit, pennonTransfer } from '@pennon/proto';
import { newWriterForEachTest } from '../../support/writer-app';
import { marked } from '../../support/marked';

const { method } = flipt.Flipt;
const { listEvents } = pennonAudit.AuditService.method;

const { call, revisionOf } = newWriterForEachTest();

/** What the events say, the earliest first. */
async function events(): Promise<readonly pennonAudit.Event[]> {
  const list = await call(listEvents, { namespaceKey: 'default' });
  return list.events.toReversed();
}

async function lastEvent(): Promise<pennonAudit.Event | undefined> {
  return (await events()).at(-1);
}

/** Every kind of change in an order in which each finds what it needs, and what each is to leave in the log. */
async function changeEverything(): Promise<readonly string[]> {
  const flag = { flagKey: 'flag' };
  const isDutch = {
    segmentKey: 'all',
    type: flipt.ComparisonType.STRING_COMPARISON_TYPE,
    property: 'country',
    operator: 'eq',
    value: 'NL',
  };
  const half = { ...flag, rule: { case: 'threshold', value: { percentage: 50 } } } as const;
  await call(method.updateNamespace, { key: 'default', name: 'Ours' });
  await call(method.createSegment, { key: 'all', name: 'All' });
  await call(method.updateSegment, { key: 'all', name: 'Everybody' });
  const { id: constraintId } = await call(method.createConstraint, isDutch);
  await call(method.updateConstraint, { ...isDutch, id: constraintId, value: 'BE' });
  await call(method.deleteConstraint, { segmentKey: 'all', id: constraintId });
  await call(method.createFlag, { key: 'flag', name: 'Flag' });
  await call(method.updateFlag, { key: 'flag', name: 'Changed', enabled: true });
  const variant = await call(method.createVariant, { ...flag, key: 'blue' });
  await call(method.updateVariant, { ...flag, id: variant.id, key: 'azure' });
  const forAll = { ...flag, segmentKey: 'all', rank: 1 };
  const [rule, other] = [await call(method.createRule, forAll), await call(method.createRule, forAll)];
  await call(method.createSegment, { key: 'few', name: 'Few' });
  await call(method.updateRule, { id: rule.id, ...flag, segmentKeys: ['all', 'few'] });
  await call(method.orderRules, { ...flag, ruleIds: [other.id, rule.id] });
  const share = { ...flag, ruleId: rule.id, variantId: variant.id };
  const { id: shareId } = await call(method.createDistribution, { ...share, rollout: 50 });
  await call(method.updateDistribution, { ...share, id: shareId, rollout: 100 });
  await call(method.deleteDistribution, { ...share, id: shareId });
  const rollout = await call(method.createRollout, { ...half, rank: 1 });
  const otherRollout = await call(method.createRollout, { ...half, rank: 2 });
  await call(method.updateRollout, { ...half, id: rollout.id, description: 'half' });
  await call(method.orderRollouts, { ...flag, rolloutIds: [otherRollout.id, rollout.id] });
  await call(method.deleteRollout, { ...flag, id: rollout.id });
  await call(method.deleteRule, { ...flag, id: rule.id });
  await call(method.deleteVariant, { ...flag, id: variant.id });
  await call(method.deleteFlag, { key: 'flag' });
  await call(method.deleteSegment, { key: 'all' });
  return [
    'namespace updated default',
    ...['created', 'updated'].map((action) => `segment ${action} all`),
    ...['created', 'updated', 'deleted'].map((action) => `constraint ${action} ${constraintId}`),
    ...['created', 'updated'].map((action) => `flag ${action} flag`),
    ...['variant created blue', 'variant updated azure'],
    ...[
      `rule created ${rule.id}`,
      `rule created ${other.id}`,
      'segment created few',
      `rule updated ${rule.id}`,
      'rule updated flag',
    ],
    ...['created', 'updated', 'deleted'].map((action) => `distribution ${action} ${shareId}`),
    ...[`rollout created ${rollout.id}`, `rollout created ${otherRollout.id}`],
    ...[`rollout updated ${rollout.id}`, 'rollout updated flag'],
    ...[`rollout deleted ${rollout.id}`, `rule deleted ${rule.id}`],
    ...['variant deleted azure', 'flag deleted flag', 'segment deleted all'],
  ];
}

describe('the audit log', () => {
  it('has every kind of change, once, in their order, with the revision that it made', async () => {
    const expected = await changeEverything();
    const found = await events();
    expect(found.map(({ type, action, key }) => `${type} ${action} ${key}`)).toEqual(expected);
    expect(found.map(({ revision }) => revision)).toEqual(expected.map((_, index) => marked(index + 1)));
    expect(found.map(({ position }) => Number(position))).toEqual(expected.map((_, index) => index + 1));
  });

  it('says before and after of what was updated, only after of what is new, only before of what is gone', async () => {
    await changeEverything();
    const shapes = (await events()).map(({ action, before, after }) => [
      action,
      before !== undefined,
      after !== undefined,
    ]);
    const shapeOf = { created: [false, true], updated: [true, true], deleted: [true, false] } as const;
    expect(shapes).toEqual(shapes.map(([action]) => [action, ...shapeOf[action as keyof typeof shapeOf]]));
  });

  it('tells a flag by Flipt’s names, and all that is set of it', async () => {
    await call(method.createFlag, { key: 'colour', name: 'Colour', metadata: { team: 'shop' } });
    await call(method.updateFlag, { key: 'colour', name: 'Colours', enabled: true });
    const common = { key: 'colour', description: '', namespace_key: 'default', type: 'variant' };
    const metadata = { team: 'shop' };
    expect(await lastEvent()).toMatchObject({
      flagKey: 'colour',
      segmentKey: '',
      before: { ...common, name: 'Colour', enabled: false, metadata },
      after: { ...common, name: 'Colours', enabled: true, metadata },
      actor: { authentication: 'none', ip: '192.0.2.1' },
    });
  });

  it('tells the order of rules by their ids and ranks', async () => {
    await call(method.createFlag, { key: 'flag', name: 'Flag' });
    await call(method.createSegment, { key: 'all', name: 'All' });
    const rules = { flagKey: 'flag', segmentKey: 'all' };
    const { id: first } = await call(method.createRule, { ...rules, rank: 1 });
    const { id: second } = await call(method.createRule, { ...rules, rank: 5 });
    await call(method.orderRules, { flagKey: 'flag', ruleIds: [first, second] });
    expect(await lastEvent()).toMatchObject({
      before: { flag_key: 'flag', rule_ids: [first, second], ranks: [1, 5] },
      after: { flag_key: 'flag', rule_ids: [first, second], ranks: [1, 2] },
    });
    await call(method.orderRules, { flagKey: 'flag', ruleIds: [second, first] });
    expect(await lastEvent()).toMatchObject({
      before: { flag_key: 'flag', rule_ids: [first, second], ranks: [1, 2] },
      after: { flag_key: 'flag', rule_ids: [second, first], ranks: [1, 2] },
    });
  });

  it('has nothing of what was refused, and of deleting what is not there', async () => {
    await call(method.createFlag, { key: 'colour', name: 'Colour' });
    await expect(call(method.createFlag, { key: 'colour', name: 'Again' })).rejects.toThrow('is not unique');
    await expect(call(method.updateFlag, { key: 'other', name: 'New' })).rejects.toThrow('not found');
    await call(method.deleteFlag, { key: 'other' });
    await call(method.deleteRule, { flagKey: 'colour', id: 'nothing' });
    await call(method.deleteDistribution, {
      ...{ flagKey: 'colour', ruleId: 'nothing', variantId: 'nothing', id: 'nothing' },
    });
    expect((await events()).map(({ action }) => action)).toEqual(['created']);
    expect(await revisionOf('default')).toBe(1);
  });

  it('goes on where a namespace is deleted with all its events', async () => {
    await call(method.createNamespace, { key: 'shop', name: 'Shop' });
    await call(method.deleteNamespace, { key: 'shop' });
    const { events: ofShop } = await call(listEvents, { namespaceKey: 'shop' });
    expect(ofShop.map(({ action }) => action)).toEqual(['deleted', 'created']);
  });

  it('has an import as one event, which names what it changes', async () => {
    const document = Buffer.from(
      JSON.stringify({
        version: '1.4',
        namespace: { key: 'default' },
        flags: [{ key: 'colour', name: 'Colour', type: 'VARIANT_FLAG_TYPE', enabled: true }],
      }),
    );
    await call(pennonTransfer.TransferService.method.importNamespace, { document: document.toString() });
    const found = await events();
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({
      ...{ type: 'namespace', action: 'imported', key: 'default' },
      after: { create: 1, changes: [{ action: 'create', type: 'flag', key: 'colour' }] },
    });
  });
});

describe('a list of events', () => {
  it('comes in pages, the latest first', async () => {
    for (const key of ['a', 'b', 'c']) await call(method.createFlag, { key, name: key });
    const first = await call(listEvents, { limit: 2 });
    expect(first.events.map(({ key }) => key)).toEqual(['c', 'b']);
    const second = await call(listEvents, { limit: 2, pageToken: first.nextPageToken });
    expect(second.events.map(({ key }) => key)).toEqual(['a']);
    expect(second.nextPageToken).toBe('');
  });

  it.each([
    [{ limit: -1 }, 'invalid field limit: must not be negative'],
    [{ type: 'flags' }, /^invalid field type: must be one of namespace, flag, /],
    [{ action: 'made' }, /^invalid field action: must be one of created, updated, /],
    [{ pageToken: 'x' }, 'invalid field pageToken: is not valid: "x"'],
    [{ pageToken: '0' }, 'invalid field pageToken: is not valid: "0"'],
  ])('is refused where it can mean nothing: %j', async (request, message) => {
    await expect(call(listEvents, request)).rejects.toThrow(message);
  });
});
