import { aFlag, aNamespace } from '@pennon/testing';
import { newDatabaseForEachTest } from '../../../../test/support/temporary-database';

const { write, read } = newDatabaseForEachTest();

const shop = aNamespace('shop');

async function create(): Promise<void> {
  await write(({ namespaces }) => namespaces.create(shop));
}

async function remove(): Promise<void> {
  await write(async ({ namespaces }) => {
    const namespace = await namespaces.find('shop');
    if (namespace !== undefined) await namespaces.delete(namespace);
  });
}

async function revision(): Promise<number | undefined> {
  return read(async ({ namespaces }) => (await namespaces.revisionOf('shop'))?.revision);
}

/** What another writer does while a transaction is under way for the first time, and not when it is run again. */
function once(act: () => Promise<void>): () => Promise<void> {
  let isDone = false;
  return async () => {
    if (isDone) return;
    isDone = true;
    await act();
  };
}

it('a change of a namespace that another writer creates behind its back is made again, and raises its revision', async () => {
  const overtake = once(create);
  const raised = await write(async ({ namespaces, flags }) => {
    await namespaces.raiseRevision('shop');
    await overtake();
    await flags.deleteAll('shop', ['flag']);
    return (await namespaces.revisionOf('shop'))?.revision;
  });
  expect(raised).toBe(2);
  expect(await revision()).toBe(2);
});

it('a namespace that is created, deleted and created by others at the same time never goes back', async () => {
  await create();
  await write(({ flags }) => flags.createAll([aFlag('flag', { namespaceKey: 'shop' })]));
  await write(({ namespaces }) => namespaces.raiseRevision('shop'));
  await remove();
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, create));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await revision()).toBe(3);
  expect(await read(({ flags }) => flags.exists('shop', 'flag'))).toBe(false);
});

it('one that others have created and deleted since it was looked for goes on from where they left it', async () => {
  const overtake = once(async () => {
    await create();
    await remove();
  });
  await write(async ({ namespaces }) => {
    await namespaces.raiseRevision('shop');
    await overtake();
    await namespaces.create(shop);
  });
  expect(await revision()).toBe(2);
});
