import { eventuallySays } from '../support/dependencies';
import { apiAt } from '../support/http';
import { startServer, type TestServer } from '../support/server';
import { describeDrill } from './support/describe-drill';
import { postgresPrograms, PrivatePostgres } from './support/private-postgres';

describeDrill(postgresPrograms, 'a PostgreSQL that nothing is asked of', () => {
  let postgres: PrivatePostgres;
  let tiers: readonly TestServer[];

  beforeAll(async () => {
    postgres = await PrivatePostgres.create();
    const env = {
      PENNON_DB_URL: await postgres.createDatabase('flags'),
      PENNON_FRESHNESS_POLL_INTERVAL: '1s',
    };
    const writer = await startServer({ env });
    tiers = [writer, await startServer({ tier: 'reader', env })];
  });

  afterAll(async () => {
    for (const server of tiers) await server.stop();
    await postgres.remove();
  });

  it('is away while it does not run, on both tiers, and then back', async () => {
    for (const server of tiers) await eventuallySays(apiAt(server.url), { database: 1 });
    await postgres.kill();
    for (const server of tiers) await eventuallySays(apiAt(server.url), { database: 0 });
    await postgres.start();
    for (const server of tiers) await eventuallySays(apiAt(server.url), { database: 1 });
  });
});
