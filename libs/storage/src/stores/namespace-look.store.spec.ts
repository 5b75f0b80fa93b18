import type { NamespaceLook } from '@pennon/domain';
import { aNamespace } from '@pennon/testing';
import { newDatabaseForEachTest } from '../../../../test/support/temporary-database';

const { write, read } = newDatabaseForEachTest();

const dev: NamespaceLook = { namespaceKey: 'dev', hue: 'green' };
const staging: NamespaceLook = { namespaceKey: 'staging', hue: undefined };
const production: NamespaceLook = { namespaceKey: 'production', hue: 'red' };

beforeEach(async () => {
  await write(async ({ namespaces }) => {
    for (const key of ['production', 'staging', 'dev']) await namespaces.create(aNamespace(key));
  });
});

async function set(...looks: readonly NamespaceLook[]): Promise<void> {
  await write(({ namespaceLooks }) => namespaceLooks.set(looks));
}

async function list(): Promise<readonly NamespaceLook[]> {
  return read(({ namespaceLooks }) => namespaceLooks.list());
}

it('keeps places and hues of namespaces, until others are set', async () => {
  expect(await list()).toEqual([]);
  await set(dev, staging, production);
  expect(await list()).toEqual([dev, staging, production]);
  await set(production, { ...dev, hue: 'red' });
  expect(await list()).toEqual([production, { ...dev, hue: 'red' }]);
  await set();
  expect(await list()).toEqual([]);
});

it('changes nothing else of a namespace', async () => {
  const namespaces = async () => read((stores) => stores.namespaces.all());
  const before = await namespaces();
  await set(dev, staging, production);
  await write(({ namespaceLooks }) => namespaceLooks.hold());
  expect(await namespaces()).toEqual(before);
  const update = ['dev', 'Dev', 'For developers', 7] as const;
  await write((stores) => stores.namespaces.update(...update));
  expect(await list()).toEqual([dev, staging, production]);
});

it('knows which namespaces are not there', async () => {
  const missing = async (...keys: readonly string[]) =>
    read(({ namespaceLooks }) => namespaceLooks.missing(keys));
  expect(await missing('dev', 'gone', 'Dev', 'staging')).toEqual(['gone', 'Dev']);
  expect(await missing()).toEqual([]);
});

it('has none of a namespace that was deleted, nor of one that was created again', async () => {
  await set(dev, staging, production);
  await write(({ namespaces }) => namespaces.delete({ key: 'staging' }));
  expect(await list()).toEqual([dev, production]);
  await write(({ namespaces }) => namespaces.create(aNamespace('staging')));
  expect(await list()).toEqual([dev, production]);
});
