import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { testDialect } from '../../../test/support/database-server';
import { configFor } from '../../../test/support/temporary-database';
import { createTestDatabase } from '../../../test/support/test-database';
import { migrations } from './database/data-source-options';

/** By migration and database, the digest of what it does there. */
type Shipped = Readonly<Record<string, Readonly<Record<string, string>>>>;

const shipped = JSON.parse(readFileSync(`${__dirname}/shipped-migrations.json`, 'utf8')) as Shipped;

/** Statements that change something. */
function isChange(sql: string): boolean {
  return /^\s*(CREATE|ALTER|DROP|INSERT|UPDATE|DELETE)\b/i.test(sql);
}

/** A statement without the moment, the secret that is drawn, and the name of the database. */
function lasting(sql: string): string {
  return sql
    .replace(/\b\d{16}\b/g, 'NOW')
    .replace(/(VALUES \(1, 0, )'[^']+'/, '$1SECRET')
    .replace(/\bpennon_test_[0-9a-f]+\b/g, 'DATABASE')
    .trim();
}

/** What each migration does on an empty database, by its name. */
async function digests(): Promise<Readonly<Record<string, string>>> {
  const place = await createTestDatabase();
  const { db } = configFor(place.url);
  const where =
    db.dialect === 'sqlite'
      ? { type: 'sqlite', database: db.file }
      : { type: db.dialect, url: place.url, installExtensions: false };
  const dataSource = await new DataSource(where as DataSourceOptions).initialize();
  const runner = dataSource.createQueryRunner();
  const query = runner.query.bind(runner);
  const found: Record<string, string> = {};
  for (const Migration of migrations) {
    const hash = createHash('sha256');
    jest.spyOn(runner, 'query').mockImplementation(async (...asked) => {
      const [sql] = asked;
      if (isChange(sql)) hash.update(`${lasting(sql)};\n`);
      return query(...asked) as Promise<unknown>;
    });
    await new Migration().up(runner);
    found[Migration.name] = hash.digest('hex').slice(0, 16);
  }
  await runner.release();
  await dataSource.destroy();
  await place.remove();
  return found;
}

it('a migration that has shipped does what it always did: what is to be different is a migration of its own', async () => {
  const found = await digests();
  const recorded = Object.fromEntries(
    Object.entries(shipped).map(([name, byDialect]) => [name, byDialect[testDialect]]),
  );
  expect(found).toEqual(recorded);
});
