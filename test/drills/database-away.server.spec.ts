import { eventuallySays } from '../support/dependencies';
import { apiAt, jsonRequest, type Api } from '../support/http';
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
    const [writer, reader] = tiers.map(({ url }) => apiAt(url)) as [Api, Api];
    const bothSay = async (value: number): Promise<void> => {
      await eventuallySays(writer, { database: value, database_writes: value });
      await eventuallySays(reader, { database: value });
    };
    await bothSay(1);
    await postgres.kill();
    // That it takes no writes shows in a write.
    const { status } = await writer.send(jsonRequest('POST', '/api/v1/namespaces', { key: 'a', name: 'A' }));
    expect(status).toBe(503);
    await bothSay(0);
    await postgres.start();
    await bothSay(1);
  });
});
