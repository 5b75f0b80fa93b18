import { distributionState } from '@pennon/state';
import { Changes } from '@pennon/changes';
import { SERVICE_CALLER } from '@pennon/domain';
import { flipt, fliptEvaluation, pennonChanges, pennonTransfer } from '@pennon/proto';
import { SOME_MOMENT } from '@pennon/testing';
import { newWriterForEachTest } from '../../../../test/support/writer-app';

const { method } = flipt.Flipt;
const { checkNamespace, createChange, listRevisions } = pennonChanges.ChangeService.method;
const { exportNamespace, importNamespace } = pennonTransfer.TransferService.method;
const { variant: evaluate } = fliptEvaluation.EvaluationService.method;

const { call, expectRefused, service } = newWriterForEachTest();

interface Borrowed {
  readonly variantId: string;
  readonly ownId: string;
  readonly ruleId: string;
}

/** Flag `b` distributes 40 % to its own variant, and 60 % to variant `va` of flag `a`, as earlier versions let it. */
async function borrow(): Promise<Borrowed> {
  await call(method.createSegment, { key: 'all', name: 'All' });
  for (const key of ['a', 'b']) await call(method.createFlag, { key, name: key, enabled: true });
  const va = { flagKey: 'a', key: 'va', name: 'A', attachment: '{"colour": "blue"}' };
  const { id: variantId } = await call(method.createVariant, va);
  const { id: ownId } = await call(method.createVariant, { flagKey: 'b', key: 'vb' });
  const { id: ruleId } = await call(method.createRule, { flagKey: 'b', segmentKeys: ['all'], rank: 1 });
  await call(method.createDistribution, { flagKey: 'b', ruleId, variantId: ownId, rollout: 40 });
  const times = { createdAt: SOME_MOMENT * 2, updatedAt: SOME_MOMENT * 2 };
  const share = { id: 'borrowed', namespaceKey: 'default', ruleId, variantId, rolloutPercent: 60, ...times };
  const changes = service(Changes);
  await changes.apply(SERVICE_CALLER, 'default', { kind: 'flag', key: 'b' }, async (stores, trail) => {
    await stores.distributions.createAll([share]);
    trail.created(distributionState(share, { namespaceKey: 'default', flagKey: 'b' }));
  });
  return { variantId, ownId, ruleId };
}

/** What 20 entities get from flag `b`. */
async function answers(namespaceKey = 'default'): Promise<readonly string[]> {
  const entities = Array.from({ length: 20 }, (_, index) => `entity-${index}`);
  const found = entities.map(async (entityId) => {
    const answer = await call(evaluate, { namespaceKey, flagKey: 'b', entityId });
    return `${answer.match} ${answer.variantKey} ${answer.variantAttachment}`;
  });
  return Promise.all(found);
}

async function exported(): Promise<pennonTransfer.ExportNamespaceResponse> {
  return call(exportNamespace, {});
}

describe('a distribution to a variant of another flag', () => {
  it('is refused when it is created or changed, and nothing is changed', async () => {
    const { variantId, ownId, ruleId } = await borrow();
    const share = { flagKey: 'b', ruleId, rollout: 50 };
    const message = 'invalid field variantId: must be a variant of flag "b", and is one of flag "a"';
    const { rules: before } = await call(method.listRules, { flagKey: 'b' });
    const id = before[0]?.distributions.find((one) => one.variantId === ownId)?.id ?? '';
    await expectRefused(
      call(method.createDistribution, { ...share, variantId }),
      'INVALID_ARGUMENT',
      message,
    );
    await expectRefused(
      call(method.updateDistribution, { ...share, variantId, id }),
      'INVALID_ARGUMENT',
      message,
    );
    await expectRefused(
      call(method.createDistribution, { ...share, flagKey: 'a', variantId }),
      'INVALID_ARGUMENT',
      message,
    );
    expect((await call(method.listRules, { flagKey: 'b' })).rules).toEqual(before);
  });

  it('is a finding', async () => {
    await borrow();
    expect((await call(checkNamespace, {})).findings[0]).toMatchObject({
      ...{ severity: 'error', check: 'borrowed_variant', kind: 'flag', key: 'b' },
      path: 'rules[0].distributions[1]',
      message:
        'Rule 1 of flag "b" distributes variant "va" of flag "a". Run "pennon repair" to give flag "b" a variant of ' +
        'its own.',
    });
  });

  it('is exported as one to a variant of the flag itself, and says so', async () => {
    await borrow();
    const { document, omissions } = await exported();
    expect(omissions).toEqual([
      'flag "b": variant "va" of flag "a", to which rule 1 distributes, is written as a variant of the flag itself',
    ]);
    await call(method.createNamespace, { key: 'other', name: 'Other' });
    const moved = document.replace('"default"', '"other"');
    await call(importNamespace, { namespaceKey: 'other', document: moved });
    expect(new Set(await answers())).toEqual(new Set(['true va {"colour":"blue"}', 'true vb ']));
    expect(await answers('other')).toEqual(await answers());
  });

  it('is left out with a sentence where the flag has another variant of the key', async () => {
    await borrow();
    await call(method.createVariant, { flagKey: 'b', key: 'va' });
    const { omissions } = await exported();
    expect(omissions).toEqual([
      'flag "b": variant "va" of flag "a", to which rule 1 distributes, is left out: the flag has another variant "va"',
    ]);
    expect((await call(checkNamespace, {})).findings[0]).toMatchObject({
      check: 'borrowed_variant_taken',
      message:
        'Rule 1 of flag "b" distributes variant "va" of flag "a". Flag "b" has another variant "va": rename one of them.',
    });
  });

  it('is repaired by an import of the export, which changes no answer', async () => {
    await borrow();
    const before = await answers();
    const { document } = await exported();
    const { summary, lines } = await call(importNamespace, { document });
    expect(summary).toMatchObject({ create: 1, delete: 0 });
    expect(lines.map(({ sign, text }) => `${sign} ${text}`)).toContain('+ flag b, variant va');
    expect(await answers()).toEqual(before);
    expect((await call(checkNamespace, {})).findings.map(({ check }) => check)).toEqual([
      'everybody_segment',
    ]);
    expect((await call(importNamespace, { document })).summary).toMatchObject({ create: 0, update: 0 });
  });

  it('is kept by a promotion, and by a change of the flag’s name', async () => {
    await borrow();
    const before = await answers();
    await call(method.createNamespace, { key: 'other', name: 'Other' });
    const promote = { fromNamespace: 'default', flags: ['b'] };
    await call(createChange, { namespaceKey: 'other', source: { case: 'promote', value: promote } });
    expect(await answers('other')).toEqual(before);
    const { flags, ...document } = JSON.parse((await exported()).document) as {
      readonly flags: readonly { readonly key: string }[];
    };
    const renamed = flags.filter(({ key }) => key === 'b').map((flag) => ({ ...flag, name: 'Renamed' }));
    await call(createChange, {
      source: { case: 'document', value: { document: JSON.stringify({ ...document, flags: renamed }) } },
    });
    expect(await answers()).toEqual(before);
  });

  it('keeps its variant from being changed or deleted, unless it is deleted as well', async () => {
    const { variantId } = await borrow();
    const before = [await answers(), await call(listRevisions, {})];
    const refusal =
      'variant "va" of flag "a" cannot be changed or deleted, because flag "b" distributes to it; run "pennon repair" ' +
      'to give that flag a variant of its own';
    const variant = { flagKey: 'a', id: variantId };
    for (const write of [
      () => call(method.updateVariant, { ...variant, key: 'other' }),
      () => call(method.deleteVariant, variant),
      () => call(method.deleteFlag, { key: 'a' }),
      () =>
        call(createChange, {
          source: { case: 'document', value: { deletions: { flags: ['a'], segments: [] } } },
        }),
    ])
      await expectRefused(write(), 'FAILED_PRECONDITION', refusal);
    expect([await answers(), await call(listRevisions, {})]).toEqual(before);
    await call(importNamespace, { document: JSON.stringify({ namespace: { key: 'default' } }), prune: true });
    expect((await call(method.listFlags, {})).totalCount).toBe(0);
  });
});
