import { SERVICE_ORIGIN } from '@pennon/domain';
import { flipt, pennonSaved } from '@pennon/proto';
import { UnitOfWork } from '@pennon/storage';
import { newWriterForEachTest } from '../../../../test/support/writer-app';

const { createNamespace, deleteNamespace } = flipt.Flipt.method;
const { method } = pennonSaved.SavedService;
const { ListSavedItemsRequest_Kind: Kind } = pennonSaved;

const { call, callAs, expectRefused, database, revisionOf, service } = newWriterForEachTest();

const namespaceKey = 'shop';
const ana = { case: 'sampleUser', value: { entityId: 'ana', context: { plan: 'pro' } } } as const;
const mine = { case: 'view', value: { query: 'owner=me' } } as const;

/** Calls of somebody with a role, who is known by the id of a token. */
function as(role: string, id: string) {
  const times = { createdAt: 1, updatedAt: 1, expiresAt: undefined };
  const identity = { id, method: 'token', metadata: {}, ...times } as const;
  return callAs({
    identity,
    namespaceRights: {
      assert: () => undefined,
      rolesIn: () => new Set([role]),
      mayWrite: () => role !== 'viewer',
    },
  });
}

beforeEach(async () => {
  await call(createNamespace, { key: namespaceKey, name: 'Shop' });
});

/** What a request to save must not be, and the refusal. */
const wrong = [
  [{ name: 'none' }, 'must be one of sampleUser and view'],
  [
    { name: 'big', content: { ...mine, value: { query: 'x'.repeat(4096) } } },
    'must not be longer than 4096 bytes as JSON',
  ],
] as const;

it('keeps sample users and views by kind and name, and nothing of it makes a revision', async () => {
  const before = await revisionOf(namespaceKey);
  await call(method.putSavedItem, { namespaceKey, name: 'Mine', content: mine });
  await call(method.putSavedItem, { namespaceKey, name: 'Zoe', content: ana });
  const { id } = await call(method.putSavedItem, { namespaceKey, name: 'Ana', content: ana });
  const { items } = await call(method.listSavedItems, { namespaceKey });
  expect(items).toMatchObject([
    { id, name: 'Ana', content: ana, mayEdit: true },
    { name: 'Zoe' },
    { name: 'Mine', content: mine },
  ]);
  const views = await call(method.listSavedItems, { namespaceKey, kind: Kind.VIEW });
  expect(views.items.map(({ name }) => name)).toEqual(['Mine']);

  const other = { case: 'sampleUser', value: { entityId: 'ben', context: {} } } as const;
  expect(await call(method.putSavedItem, { namespaceKey, id, name: 'Ben', content: other })).toMatchObject({
    ...{ id, name: 'Ben', content: other, createdAt: items[0]?.createdAt },
  });
  await call(method.deleteSavedItem, { namespaceKey, id });
  const left = await call(method.listSavedItems, { namespaceKey });
  expect(left.items.map(({ name }) => name)).toEqual(['Zoe', 'Mine']);
  expect(await revisionOf(namespaceKey)).toBe(before);
});

it('is edited and deleted by its owner and by admins', async () => {
  const editor = as('editor', 'one');
  const { id } = await editor(method.putSavedItem, { namespaceKey, name: 'Ana', content: ana });
  const edit = { namespaceKey, id, name: 'Ana B', content: ana };
  const another = as('editor', 'two');
  const refusal = 'permission denied: only its owner or an admin may change sample user "Ana"';
  await expectRefused(another(method.putSavedItem, edit), 'PERMISSION_DENIED', refusal);
  await expectRefused(another(method.deleteSavedItem, { namespaceKey, id }), 'PERMISSION_DENIED', refusal);
  expect((await another(method.listSavedItems, { namespaceKey })).items).toMatchObject([{ mayEdit: false }]);
  await editor(method.putSavedItem, edit);
  await as('admin', 'three')(method.deleteSavedItem, { namespaceKey, id });
  expect((await call(method.listSavedItems, { namespaceKey })).items).toEqual([]);
});

it('is audited without what is known of the users', async () => {
  const { id } = await call(method.putSavedItem, { namespaceKey, name: 'Ana', content: ana });
  await call(method.putSavedItem, { namespaceKey, id, name: 'Ann', content: ana });
  await call(method.deleteSavedItem, { namespaceKey, id });
  const events = await database().read((manager) =>
    manager.query<readonly object[]>(
      "SELECT action, before_image, after_image FROM audit_events WHERE type = 'saved_item' ORDER BY position",
    ),
  );
  const image = (name: string) => JSON.stringify({ kind: 'sample_user', name });
  expect(events).toEqual([
    { action: 'created', before_image: null, after_image: image('Ana') },
    { action: 'updated', before_image: image('Ana'), after_image: image('Ann') },
    { action: 'deleted', before_image: image('Ann'), after_image: null },
  ]);
});

it('is gone with its namespace', async () => {
  await call(method.putSavedItem, { namespaceKey, name: 'Ana', content: ana });
  await call(deleteNamespace, { key: namespaceKey });
  await expectRefused(
    call(method.listSavedItems, { namespaceKey }),
    'NOT_FOUND',
    'namespace "shop" not found',
  );
  await call(createNamespace, { key: namespaceKey, name: 'Shop' });
  expect((await call(method.listSavedItems, { namespaceKey })).items).toEqual([]);
});

it('is refused without content, and with too much', async () => {
  for (const [item, message] of wrong)
    await expect(call(method.putSavedItem, { namespaceKey, ...item })).rejects.toThrow(message);
  expect((await call(method.listSavedItems, { namespaceKey })).items).toEqual([]);
});

it('is refused under a name that is taken, as another kind, and where there are too many', async () => {
  const { id } = await call(method.putSavedItem, { namespaceKey, name: 'Ana', content: ana });
  await expectRefused(
    call(method.putSavedItem, { namespaceKey, name: 'Ana', content: ana }),
    'INVALID_ARGUMENT',
    'invalid field name: another sample user is called "Ana"',
  );
  await expect(call(method.putSavedItem, { namespaceKey, id, name: 'Ana', content: mine })).rejects.toThrow(
    'is of a sample user, which stays one',
  );
  await service(UnitOfWork).write(async ({ savedItems }) => {
    const content = { entityId: 'ana', context: {} };
    const times = { createdAt: 1, updatedAt: 1 };
    for (let index = 1; index < 200; index += 1)
      await savedItems.put({
        ...{ namespaceKey, id: `user-${index}`, kind: 'sample_user', name: `user ${index}`, content },
        ...{ owner: SERVICE_ORIGIN, ...times },
      });
  });
  const many = await Promise.allSettled([
    call(method.putSavedItem, { namespaceKey, name: 'one more', content: ana }),
    call(method.putSavedItem, { namespaceKey, name: 'Mine', content: mine }),
  ]);
  expect(many).toMatchObject([
    { reason: { message: 'a namespace may have no more than 200 sample users' } },
    { status: 'fulfilled' },
  ]);
});
