import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isSqlite } from '../../support/database-server';
import { createFliptDatabase, type StoredFlipt } from './support/flipt-database';
import { opened } from './support/opened';

const namespace = { key: 'shop', name: 'Shop', description: '', protected: false };

let stored: StoredFlipt;

beforeEach(async () => {
  stored = await createFliptDatabase();
  await stored.insert({ namespaces: [namespace], flags: [aFlag('earlier')] });
});
afterEach(async () => {
  await stored.remove();
});

function aFlag(key: string): Record<string, string | number | boolean> {
  return { namespace_key: 'shop', key, name: key, description: '', enabled: true, type: 0 };
}

async function flagKeys(): Promise<readonly string[]> {
  return opened(stored.url, async (flipt) => keysOf(await flipt.read('shop')));
}

function keysOf({ document }: { document: { flags: readonly { key: string }[] } }): readonly string[] {
  return document.flags.map(({ key }) => key);
}

// On a file whoever writes has to wait for whoever reads.
(isSqlite ? test.skip : test)('what is written while it is open is not seen', async () => {
  await opened(stored.url, async (flipt) => {
    await stored.insert({ flags: [aFlag('later')] });
    expect(keysOf(await flipt.read('shop'))).toEqual(['earlier']);
  });
  expect([...(await flagKeys())].sort()).toEqual(['earlier', 'later']);
});

(isSqlite ? test : test.skip)(
  'nobody writes to the file while it is open, and it is not changed',
  async () => {
    const file = stored.url.slice('file:'.length);
    const digest = (): string => createHash('sha256').update(readFileSync(file)).digest('hex');
    const before = digest();
    await opened(stored.url, async (flipt) => {
      await expect(stored.insert({ flags: [aFlag('later')] })).rejects.toThrow('SQLITE_BUSY');
      expect(keysOf(await flipt.read('shop'))).toEqual(['earlier']);
    });
    expect(digest()).toBe(before);
    await stored.insert({ flags: [aFlag('later')] });
    expect([...(await flagKeys())].sort()).toEqual(['earlier', 'later']);
  },
);

(isSqlite ? test : test.skip)('an embedded libSQL database is a file by another name', async () => {
  await opened(`libsql://${stored.url}`, async (flipt) => {
    expect(flipt.location).toBe(stored.url.slice('file:'.length));
    expect(keysOf(await flipt.read('shop'))).toEqual(['earlier']);
  });
});

(isSqlite ? test : test.skip)('a URL may say that the file is only read', async () => {
  await opened(`${stored.url}?cache=shared&mode=ro`, async (flipt) => {
    expect(keysOf(await flipt.read('shop'))).toEqual(['earlier']);
  });
});
