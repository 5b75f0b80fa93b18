import { flipt, pennonChanges, pennonExplain, pennonTransfer } from '@pennon/proto';
import { newWriterForEachTest } from '../../../../test/support/writer-app';

const { createFlag, updateFlag, deleteFlag, createVariant, createNamespace, deleteNamespace } =
  flipt.Flipt.method;
const { exportNamespace, importNamespace } = pennonTransfer.TransferService.method;
const { listRevisions, getRevision, compareRevisions } = pennonChanges.ChangeService.method;

const { explain } = pennonExplain.ExplainService.method;

const { call, expectRefused } = newWriterForEachTest();

const namespaceKey = 'shop';

/** Four revisions: the namespace, a flag, its variant, and its new name. */
beforeEach(async () => {
  await call(createNamespace, { key: 'shop', name: 'Shop' });
  await call(createFlag, { namespaceKey, key: 'colour', name: 'Colour' });
  await call(createVariant, { namespaceKey, flagKey: 'colour', key: 'red', attachment: '{"b":1.50,"a":2}' });
  await call(updateFlag, { namespaceKey, key: 'colour', name: 'Hue', enabled: true });
});

const refused = (answer: Promise<unknown>, message: string): Promise<void> =>
  expectRefused(
    answer,
    message.includes('not found') || message.includes('there was no') ? 'NOT_FOUND' : 'INVALID_ARGUMENT',
    message,
  );

function parsed(text: string | undefined): unknown {
  return text === undefined ? undefined : JSON.parse(text);
}

describe('the list of revisions', () => {
  it('tells what each one changed, the latest first, page by page', async () => {
    const first = await call(listRevisions, { namespaceKey, limit: 3 });
    expect(first.revisions).toMatchObject([
      { revision: 4n, origin: 'api', subjects: [{ kind: 'flag', key: 'colour', action: 'updated' }] },
      { revision: 3n, subjects: [{ kind: 'flag', key: 'colour', action: 'updated' }] },
      { revision: 2n, subjects: [{ kind: 'flag', key: 'colour', action: 'created' }], subjectsLeftOut: 0 },
    ]);
    expect(first.revisions[0]?.requestId).not.toBe('');
    const rest = await call(listRevisions, { namespaceKey, limit: 3, pageToken: first.nextPageToken });
    expect(rest.revisions).toMatchObject([
      { revision: 1n, subjects: [{ kind: 'namespace', key: '', action: 'created' }] },
    ]);
    expect(rest.nextPageToken).toBe('');
  });

  it('can be of one flag, segment, author or origin', async () => {
    const document = JSON.stringify({ namespace: 'shop', flags: [{ key: 'size', name: 'Size' }] });
    await call(importNamespace, { namespaceKey, document });
    const revisionsOf = async (request: object): Promise<readonly bigint[]> =>
      (await call(listRevisions, { namespaceKey, ...request })).revisions.map(({ revision }) => revision);
    expect(await revisionsOf({ flagKey: 'size' })).toEqual([5n]);
    expect(await revisionsOf({ flagKey: 'colour', limit: 1 })).toEqual([4n]);
    expect(await revisionsOf({ segmentKey: 'colour' })).toEqual([]);
    expect(await revisionsOf({ origin: 'import' })).toEqual([5n]);
    expect(await revisionsOf({ actor: 'nobody' })).toEqual([]);
  });

  it('outlives its namespace', async () => {
    await call(deleteNamespace, { key: 'shop', force: true });
    const { revisions } = await call(listRevisions, { namespaceKey, limit: 1 });
    expect(revisions).toMatchObject([
      {
        revision: 5n,
        subjects: [
          { kind: 'namespace', key: '', action: 'deleted' },
          { kind: 'flag', key: 'colour', action: 'deleted' },
        ],
      },
    ]);
  });

  it('is refused for what never was, and what means nothing', async () => {
    await refused(call(listRevisions, { namespaceKey: 'nowhere' }), 'namespace "nowhere" not found');
    await refused(call(listRevisions, { namespaceKey, pageToken: 'x' }), 'pageToken is not valid: "x"');
    await refused(
      call(listRevisions, { namespaceKey, origin: 'x' }),
      'invalid field origin: must be one of api, import, change, restore, promotion, schedule',
    );
  });
});

describe('a revision', () => {
  it('shows what it changed before and after, as documents have it', async () => {
    const { revision, items } = await call(getRevision, { namespaceKey, revision: 3n });
    expect(revision).toMatchObject({ revision: 3n });
    const [item] = items;
    expect(items).toHaveLength(1);
    expect(parsed(item?.before)).toEqual({
      key: 'colour',
      name: 'Colour',
      type: 'VARIANT_FLAG_TYPE',
      enabled: false,
    });
    expect(item?.after).toContain('"variants":[{"key":"red","attachment":{"b":1.50,"a":2}}]');
  });

  it('shows what was not there before, and what is gone afterwards', async () => {
    const created = await call(getRevision, { namespaceKey, revision: 1n });
    expect(created.items).toMatchObject([{ kind: 'namespace', key: '' }]);
    expect(created.items[0]?.before).toBeUndefined();
    expect(parsed(created.items[0]?.after)).toEqual({ name: 'Shop', description: '' });
    await call(deleteFlag, { namespaceKey, key: 'colour' });
    const deleted = await call(getRevision, { namespaceKey, revision: 5n });
    expect(deleted.items[0]?.before).toContain('"name":"Hue"');
    expect(deleted.items[0]?.after).toBeUndefined();
  });

  it('of many items comes in pages', async () => {
    const flags = ['a', 'b', 'c'].map((key) => ({ key, name: key }));
    const document = JSON.stringify({ namespace: 'shop', flags });
    await call(importNamespace, { namespaceKey, document });
    const first = await call(getRevision, { namespaceKey, revision: 5n, limit: 2 });
    const rest = await call(getRevision, { namespaceKey, revision: 5n, pageToken: first.nextPageToken });
    expect([...first.items, ...rest.items].map(({ key }) => key)).toEqual(['a', 'b', 'c']);
    expect(rest.nextPageToken).toBe('');
  });

  it('that there is not is refused', async () => {
    await refused(
      call(getRevision, { namespaceKey, revision: 9n }),
      'revision 9 of namespace "shop" not found: the latest is 4',
    );
    await refused(
      call(getRevision, { namespaceKey, revision: -1n }),
      'revision -1 of namespace "shop" not found: the history begins at revision 0',
    );
  });
});

describe('a comparison', () => {
  it('shows what differs between two revisions, in either direction', async () => {
    const forth = await call(compareRevisions, { namespaceKey, from: 2n, to: 'latest' });
    expect(forth).toMatchObject({ to: 4n, items: [{ kind: 'flag', key: 'colour' }] });
    expect(forth.items[0]?.before).not.toContain('red');
    expect(forth.items[0]?.after).toContain('red');
    const back = await call(compareRevisions, { namespaceKey, from: 4n, to: '2' });
    expect(back.items[0]?.before).toBe(forth.items[0]?.after);
    expect(back.items[0]?.after).toBe(forth.items[0]?.before);
  });

  it('leaves out what was changed and put back', async () => {
    await call(updateFlag, { namespaceKey, key: 'colour', name: 'Colour' });
    await call(updateFlag, { namespaceKey, key: 'colour', name: 'Hue', enabled: true });
    expect((await call(compareRevisions, { namespaceKey, from: 4n, to: 'latest' })).items).toEqual([]);
  });

  it('may be with another namespace', async () => {
    await call(createFlag, { key: 'colour', name: 'Colour' });
    await call(createFlag, { key: 'size', name: 'Size' });
    const { items } = await call(compareRevisions, {
      namespaceKey,
      fromNamespace: 'default',
      from: 2n,
      to: '2',
    });
    // The namespaces are called differently, which is not compared.
    expect(items.map(({ key, after }) => [key, after])).toEqual([['size', undefined]]);
  });

  it('with what there is not is refused', async () => {
    await refused(
      call(compareRevisions, { namespaceKey, from: 0n, to: 'newest' }),
      'invalid field to: must be a revision or "latest"',
    );
    await refused(
      call(compareRevisions, { namespaceKey, fromNamespace: 'nowhere', from: 0n, to: 'latest' }),
      'namespace "nowhere" not found',
    );
    await refused(
      call(compareRevisions, { namespaceKey: 'default', fromNamespace: 'shop', from: 0n, to: 'latest' }),
      'there was no namespace "shop" at revision 0',
    );
  });
});

it('a document can be exported as it was', async () => {
  const past = await call(exportNamespace, { namespaceKey, revision: 2n });
  expect(past.revision).toBe(2n);
  expect(parsed(past.document)).toMatchObject({ flags: [{ key: 'colour', name: 'Colour' }] });
  await refused(
    call(exportNamespace, { namespaceKey, revision: 0n }),
    'namespace "shop" not found at revision 0',
  );
});

it('an evaluation can be explained as it was', async () => {
  const request = { namespaceKey, flagKey: 'colour', entityId: 'ada' };
  const past = await call(explain, { ...request, revision: 2n });
  expect(past).toMatchObject({ flagKey: 'colour', enabled: false, revision: 2n });
  expect(await call(explain, request)).toMatchObject({ enabled: true, revision: 4n });
  await refused(call(explain, { ...request, revision: 1n }), 'flag "shop/colour" not found');
  await refused(
    call(explain, { ...request, revision: 9n }),
    'revision 9 of namespace "shop" not found: the latest is 4',
  );
});
