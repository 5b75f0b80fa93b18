import type { DescMessage, DescMethodUnary, MessageInitShape } from '@bufbuild/protobuf';
import { REVISION_HEADER, type RpcCall } from '@pennon/api';
import { flipt, pennonAudit, pennonChanges, pennonTransfer } from '@pennon/proto';
import { newWriterForEachTest } from '../../support/writer-app';

const { method } = flipt.Flipt;
const { listEvents } = pennonAudit.AuditService.method;
const { createChange, listRevisions, updatePolicy } = pennonChanges.ChangeService.method;

const { call, callAs, expectRefused, revisionOf } = newWriterForEachTest();

/** A write that can be said again. */
type Write = () => Promise<unknown>;

function again<I extends DescMessage, O extends DescMessage>(
  rpc: DescMethodUnary<I, O>,
  request: MessageInitShape<I>,
): (call?: Partial<RpcCall>) => Promise<unknown> {
  return (asked = {}) => callAs(asked)(rpc, request);
}

/** A flag and a segment with one thing of each kind, and the write that says what each of them is already. */
async function writesOfWhatIs(): Promise<Readonly<Record<string, ReturnType<typeof again>>>> {
  const flag = { flagKey: 'flag' };
  const type = flipt.FlagType.BOOLEAN_FLAG_TYPE;
  const metadata = { team: 'shop', size: { b: 2, a: 1 } };
  const constraint = {
    ...{ segmentKey: 'all', type: flipt.ComparisonType.STRING_COMPARISON_TYPE, property: 'country' },
    ...{ operator: 'isoneof', value: '["NL","BE"]', description: 'near' },
  };
  await call(method.updateNamespace, { key: 'default', name: 'Ours', description: 'flags' });
  await call(method.createSegment, { key: 'all', name: 'All', description: 'everybody' });
  await call(method.createSegment, { key: 'few', name: 'Few' });
  const { id: constraintId } = await call(method.createConstraint, constraint);
  await call(method.createFlag, { key: 'flag', name: 'Flag', description: 'one', enabled: true, metadata });
  await call(method.createFlag, { key: 'switch', name: 'Switch', type });
  const blue = { ...flag, key: 'blue', name: 'Blue', description: 'dark', attachment: '{"a": 1}' };
  const { id: variantId } = await call(method.createVariant, blue);
  await call(method.updateFlag, {
    ...{ key: 'flag', name: 'Flag', description: 'one', enabled: true },
    defaultVariantId: variantId,
  });
  const segments = {
    segmentKeys: ['all', 'few'],
    segmentOperator: flipt.SegmentOperator.AND_SEGMENT_OPERATOR,
  };
  const { id: ruleId } = await call(method.createRule, { ...flag, ...segments, rank: 1 });
  const { id: secondRule } = await call(method.createRule, { ...flag, segmentKeys: ['all'], rank: 2 });
  const share = { ...flag, ruleId, variantId, rollout: 33.3 };
  const { id: shareId } = await call(method.createDistribution, share);
  const ofSwitch = { flagKey: 'switch', description: 'some' };
  const threshold = { case: 'threshold', value: { percentage: 33.3, value: true } } as const;
  const chosen = { case: 'segment', value: { ...segments, value: true } } as const;
  const { id: half } = await call(method.createRollout, { ...ofSwitch, rank: 1, rule: threshold });
  const { id: some } = await call(method.createRollout, { ...ofSwitch, rank: 2, rule: chosen });
  await call(method.createFlag, { key: 'sparse', name: 'Sparse' });
  for (const rank of [3, 7, 7])
    await call(method.createRule, { flagKey: 'sparse', segmentKeys: ['all'], rank });
  for (const rank of [0, 7]) await call(method.createRollout, { flagKey: 'sparse', rank, rule: threshold });
  return {
    'of a namespace': again(method.updateNamespace, { key: 'default', name: 'Ours', description: 'flags' }),
    'of a segment': again(method.updateSegment, { key: 'all', name: 'All', description: 'everybody' }),
    'of a constraint': again(method.updateConstraint, { ...constraint, id: constraintId }),
    'of a flag': again(method.updateFlag, {
      ...{ key: 'flag', name: 'Flag', description: 'one', enabled: true, defaultVariantId: variantId },
      metadata: { size: { a: 1, b: 2 }, team: 'shop' },
    }),
    'of a flag whose metadata is not said': again(method.updateFlag, {
      ...{ key: 'flag', name: 'Flag', description: 'one', enabled: true, defaultVariantId: variantId },
    }),
    'of a variant': again(method.updateVariant, { ...blue, id: variantId }),
    'of a rule': again(method.updateRule, { ...flag, ...segments, id: ruleId }),
    'of the order of rules': again(method.orderRules, { ...flag, ruleIds: [ruleId, secondRule] }),
    'of a distribution': again(method.updateDistribution, { ...share, id: shareId }),
    'of a threshold': again(method.updateRollout, { ...ofSwitch, id: half, rule: threshold }),
    'of a rollout by segments': again(method.updateRollout, { ...ofSwitch, id: some, rule: chosen }),
    'of the order of rollouts': again(method.orderRollouts, { flagKey: 'switch', rolloutIds: [half, some] }),
    'that deletes a missing flag': again(method.deleteFlag, { key: 'nothing' }),
    'that deletes a missing segment': again(method.deleteSegment, { key: 'nothing' }),
    'that deletes a missing variant': again(method.deleteVariant, { ...flag, id: 'nothing' }),
    'that deletes a missing constraint': again(method.deleteConstraint, { segmentKey: 'all', id: 'nothing' }),
    'that deletes a missing distribution': again(method.deleteDistribution, {
      ...flag,
      ...{ ruleId, variantId, id: 'nothing' },
    }),
    'that deletes a missing rule': again(method.deleteRule, { flagKey: 'sparse', id: 'nothing' }),
    'that deletes a rule of another flag': again(method.deleteRule, { flagKey: 'sparse', id: ruleId }),
    'that deletes a missing rollout': again(method.deleteRollout, { flagKey: 'sparse', id: 'nothing' }),
    'that deletes a rollout of another flag': again(method.deleteRollout, { flagKey: 'sparse', id: half }),
  };
}

/** What there is to be seen of the namespace: rows with their times, revisions and events. */
async function everything(): Promise<unknown> {
  return {
    namespace: await call(method.getNamespace, {}),
    flags: await call(method.listFlags, {}),
    segments: await call(method.listSegments, {}),
    rules: await call(method.listRules, { flagKey: 'flag' }),
    rollouts: await call(method.listRollouts, { flagKey: 'switch' }),
    sparseRules: await call(method.listRules, { flagKey: 'sparse' }),
    sparseRollouts: await call(method.listRollouts, { flagKey: 'sparse' }),
    revisions: await call(listRevisions, {}),
    events: await call(listEvents, {}),
  };
}

describe('a write that changes nothing', () => {
  it('leaves rows, revision, history and audit log as they are, of whatever it is', async () => {
    const writes = await writesOfWhatIs();
    const before = await everything();
    for (const [name, write] of Object.entries(writes)) {
      await write();
      expect({ [name]: await everything() }).toEqual({ [name]: before });
    }
  });

  it('is answered with what is stored, and the present revision', async () => {
    const writes = await writesOfWhatIs();
    const setHeader = jest.fn();
    const variant = (await call(method.getFlag, { key: 'flag' })).variants[0];
    expect(await writes['of a variant']?.({ setHeader })).toEqual(variant);
    const revision = await revisionOf('default');
    expect(setHeader.mock.calls).toContainEqual([REVISION_HEADER, String(revision)]);
  });

  it('needs no review, and a write that changes something does', async () => {
    const writes = await writesOfWhatIs();
    await call(updatePolicy, { policy: { requiredApprovals: 1 } });
    const before = await everything();
    for (const write of Object.values(writes)) await write();
    expect(await everything()).toEqual(before);
    await expectRefused(
      call(method.updateSegment, { key: 'all', name: 'Some' }),
      'FAILED_PRECONDITION',
      'changes of namespace "default" need an approval: propose it by POST /api/v1/namespaces/default/changes ' +
        'or "pennon import --propose"',
    );
    expect(await everything()).toEqual(before);
  });

  it('is no conflict for a change that waits', async () => {
    const writes = await writesOfWhatIs();
    const baseRevision = String((await revisionOf('default')) ?? 0);
    for (const write of Object.values(writes)) await write();
    const document = JSON.stringify({
      version: '1.4',
      flags: [{ key: 'flag', name: 'Other', type: 'VARIANT_FLAG_TYPE', enabled: false }],
    });
    const outcome = await call(createChange, {
      baseRevision,
      source: { case: 'document', value: { document } },
    });
    expect(outcome.conflicts).toEqual([]);
    expect(await revisionOf('default')).toBe(Number(baseRevision) + 1);
  });

  it('by an import tells the present revision', async () => {
    await writesOfWhatIs();
    const setHeader = jest.fn();
    const namespace = { key: 'default', name: 'Ours', description: 'flags' };
    const document = JSON.stringify({ version: '1.4', namespace });
    const before = await everything();
    const { importNamespace } = pennonTransfer.TransferService.method;
    await callAs({ setHeader })(importNamespace, { document });
    expect(await everything()).toEqual(before);
    expect(setHeader.mock.calls).toContainEqual([REVISION_HEADER, String(await revisionOf('default'))]);
  });
});

describe('a write that changes little', () => {
  it('is a change: ranks alone, one space of an attachment, one member of metadata', async () => {
    await call(method.createFlag, { key: 'flag', name: 'Flag', metadata: { a: 1 } });
    await call(method.createSegment, { key: 'all', name: 'All' });
    const blue = { flagKey: 'flag', key: 'blue' };
    const { id } = await call(method.createVariant, { ...blue, attachment: '{"a":1.0}' });
    const forAll = { flagKey: 'flag', segmentKey: 'all' };
    const { id: first } = await call(method.createRule, { ...forAll, rank: 7 });
    const { id: second } = await call(method.createRule, { ...forAll, rank: 8 });
    const revisions: (number | undefined)[] = [await revisionOf('default')];
    const writes: readonly Write[] = [
      again(method.updateVariant, { ...blue, id, attachment: '{"a":1}' }),
      again(method.updateFlag, { key: 'flag', name: 'Flag', metadata: { a: 1, b: 1 } }),
      again(method.orderRules, { flagKey: 'flag', ruleIds: [first, second] }),
    ];
    for (const write of writes) {
      await write();
      revisions.push(await revisionOf('default'));
    }
    expect(revisions).toEqual([5, 6, 7, 8]);
  });
});

it('a policy that is there already is not set again', async () => {
  const policy = { requiredApprovals: 1, bypass: ['admin'] };
  for (let time = 0; time < 2; time++) await call(updatePolicy, { namespaceKey: 'default', policy });
  const { events } = await call(listEvents, { type: 'policy' });
  expect(events).toHaveLength(1);
});
