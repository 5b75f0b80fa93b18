import fc from 'fast-check';
import { isSqlite, testDialect } from '../../support/database-server';
import { comparable } from './support/comparable';
import { createFliptDatabase, type CreationTimes, type StoredFlipt } from './support/flipt-database';
import { rowsOf } from './support/flipt-rows';
import { opened } from './support/opened';
import { fliptDialect, fliptAges, schemaVersions, tablesOf } from './support/flipt-tables';
import { aStorableDocument } from './support/storable-document';

/** To make the tables of a server takes a while. */
const numRuns = isSqlite ? 40 : 8;

/** In MySQL the place of a row is that of its key, so that only time tells the order of creation. */
const creationTimes: readonly CreationTimes[] =
  testDialect === 'mysql' ? ['one by one'] : ['one by one', 'at once'];

describe.each(fliptAges)('a database of Flipt of the age “%s”', (age) => {
  const tables = Object.keys(tablesOf(age)).filter((table) => table !== 'schema_migrations');
  let stored: StoredFlipt;

  beforeAll(async () => {
    stored = await createFliptDatabase(age);
  });
  afterAll(async () => {
    await stored.remove();
  });

  it.each(creationTimes)('is read as the documents it was filled with, rows created %s', async (times) => {
    const documents =
      age === 'first'
        ? aStorableDocument(age, 'default').map((document) => [document])
        : fc.tuple(aStorableDocument(age, 'default'), aStorableDocument(age, 'other'));
    await fc.assert(
      fc.asyncProperty(documents, async (written) => {
        await stored.execute(...tables.map(emptied));
        for (const document of written) await stored.insert(rowsOf(document), times);
        const read = await opened(stored.url, async (flipt) => {
          expect([...(await flipt.namespaces())].sort()).toEqual(
            written.map(({ namespace }) => namespace.key),
          );
          expect(await flipt.omissions()).toEqual([]);
          return Promise.all(written.map(({ namespace }) => flipt.read(namespace.key)));
        });
        expect(read.map(({ omissions }) => omissions)).toEqual(written.map(() => []));
        expect(read.map(({ document }) => comparable(document))).toStrictEqual(
          written.map((document) => comparable(document)),
        );
      }),
      { numRuns },
    );
  });

  it('tells the number of its schema', async () => {
    expect(await opened(stored.url, (flipt) => Promise.resolve(flipt.schemaVersion))).toBe(
      schemaVersions[age][fliptDialect],
    );
  });
});

/** In PostgreSQL rows would else come to lie where those before them were. */
function emptied(table: string): string {
  return testDialect === 'postgres' ? `TRUNCATE "${table}"` : `DELETE FROM "${table}"`;
}
