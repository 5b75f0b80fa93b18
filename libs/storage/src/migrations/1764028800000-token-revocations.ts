import { randomBytes } from 'node:crypto';
import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { bigint, hash, id, integer, primary } from './columns';
import { createTable } from './table-changes';

const deployment = new Table({
  name: 'deployment',
  columns: [primary(integer('id')), bigint('token_revision'), hash('cache_key')],
});

const revocations = new Table({
  name: 'token_revocations',
  columns: [primary(bigint('revision')), id('authentication_id')],
});

/** What there is once per database, and the log of revoked authentications. */
export class TokenRevocations1764028800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, deployment);
    await createTable(runner, revocations);
    const rows: unknown = await runner.query('SELECT id FROM deployment');
    // A migration that was broken off may have added the row already.
    if (Array.isArray(rows) && rows.length > 0) return;
    const cacheKey = randomBytes(32).toString('base64url');
    await runner.query(`INSERT INTO deployment (id, token_revision, cache_key) VALUES (1, 0, '${cacheKey}')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(revocations.name);
    await runner.dropTable(deployment.name);
  }
}
