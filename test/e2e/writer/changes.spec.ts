import { Logger } from '@nestjs/common';
import { callerOf, REVISION_HEADER } from '@pennon/api';
import { flagState } from '@pennon/state';
import { flipt, fliptEvaluation } from '@pennon/proto';
import { UnavailableError } from '@pennon/domain';
import { SnapshotHolder } from '@pennon/snapshots';
import { Changes } from '@pennon/changes';
import { aFlag, MemorySnapshotSource } from '@pennon/testing';
import { aCall } from '../../support/fake-call';
import { openTemporaryDatabase } from '../../support/temporary-database';
import { newWriterForEachTest } from '../../support/writer-app';

const { method } = flipt.Flipt;
const { boolean: evaluateBoolean, variant: evaluateVariant } = fliptEvaluation.EvaluationService.method;

describe('a change', () => {
  const { call, revisionOf } = newWriterForEachTest();

  it('that is refused raises no revision', async () => {
    await call(method.createFlag, { key: 'colour', name: 'Colour' });
    const before = await revisionOf('default');
    const ruleOfNobody = { flagKey: 'colour', segmentKey: 'nobody', rank: 1 };
    await expect(call(method.createFlag, { key: 'colour', name: 'Again' })).rejects.toThrow('is not unique');
    await expect(call(method.createRule, ruleOfNobody)).rejects.toThrow('not found');
    await expect(call(method.updateFlag, { key: 'nothing', name: 'New' })).rejects.toThrow('not found');
    expect(await revisionOf('default')).toBe(before);
  });

  it('leaves the revisions of other namespaces', async () => {
    await call(method.createNamespace, { key: 'shop', name: 'Shop' });
    const before = await revisionOf('shop');
    await call(method.createFlag, { key: 'another', name: 'Another' });
    expect(await revisionOf('shop')).toBe(before);
  });

  it('is seen by the next evaluation', async () => {
    const type = flipt.FlagType.BOOLEAN_FLAG_TYPE;
    await call(method.createFlag, { key: 'beta', name: 'Beta', type, enabled: true });
    const seen: boolean[] = [];
    for (const enabled of [false, true, false]) {
      await call(method.updateFlag, { key: 'beta', name: 'Beta', enabled });
      seen.push((await call(evaluateBoolean, { flagKey: 'beta', entityId: 'me' })).enabled);
    }
    expect(seen).toEqual([false, true, false]);
  });

  it('that deletes a namespace is seen by the next evaluation', async () => {
    await call(method.createNamespace, { key: 'shop', name: 'Shop' });
    await call(method.createFlag, { namespaceKey: 'shop', key: 'colour', name: 'Colour' });
    const request = { namespaceKey: 'shop', flagKey: 'colour', entityId: 'me' };
    await expect(call(evaluateVariant, request)).resolves.toMatchObject({ match: false });
    await call(method.deleteNamespace, { key: 'shop', force: true });
    await expect(call(evaluateVariant, request)).rejects.toThrow('flag "shop/colour" not found');
  });
});

describe('a read-only instance', () => {
  const { call, expectRefused, revisionOf } = newWriterForEachTest({ PENNON_STORAGE_READ_ONLY: 'true' });

  it('reads', async () => {
    expect(await call(method.getNamespace, {})).toMatchObject({ key: 'default' });
    expect(await call(method.listFlags, {})).toMatchObject({ totalCount: 0 });
  });

  it('refuses every change, and first what is invalid in it', async () => {
    await expectRefused(
      call(method.createFlag, { key: 'flag', name: 'Flag' }),
      'FAILED_PRECONDITION',
      'modification is not allowed in read-only mode',
    );
    await expectRefused(
      call(method.createFlag, { key: 'flag' }),
      'INVALID_ARGUMENT',
      'invalid field name: must not be empty',
    );
    expect(await revisionOf('default')).toBe(0);
  });
});

describe('a change whose snapshot cannot be read back', () => {
  it('is committed and acknowledged all the same', async () => {
    Logger.overrideLogger(false);
    const temporary = await openTemporaryDatabase();
    const { unitOfWork } = temporary;
    const source = new MemorySnapshotSource();
    source.failWith(new UnavailableError('away'));
    const holder = new SnapshotHolder(source);
    const changes = new Changes(unitOfWork, {
      views: [{ show: ({ namespaceKey }) => holder.refresh(namespaceKey) }],
    });
    const setHeader = jest.fn();
    const caller = callerOf(aCall({ setHeader }));
    const flag = aFlag('checkout');
    await changes.apply(caller, 'default', { kind: 'flag', key: flag.key }, async ({ flags }, trail) => {
      await flags.createAll([flag]);
      trail.created(flagState(flag));
    });
    expect(await unitOfWork.read(({ flags }) => flags.exists('default', 'checkout'))).toBe(true);
    expect(setHeader.mock.calls).toContainEqual([REVISION_HEADER, '1']);
    holder.onModuleDestroy();
    await temporary.remove();
  });
});
