import { drillDatabaseOutage, type OutageReport } from './support/database-outage';
import { describeDrill } from './support/describe-drill';
import { Disturbance, type Fault } from './support/fault';
import { describeAway, describeUnsteady, OUTAGE_MS, outageEnv } from './support/outage-tests';
import { postgresPrograms, PrivatePostgres } from './support/private-postgres';
import { modes, startTiers, type Tiers } from './support/tiers';

describeDrill(postgresPrograms, 'a PostgreSQL', () => {
  let postgres: PrivatePostgres;

  beforeAll(async () => {
    postgres = await PrivatePostgres.create();
  });

  afterAll(async () => {
    await postgres.remove();
  });

  const hanging: Fault = {
    name: 'hanging',
    begin: () => {
      postgres.hang();
    },
    end: () => {
      postgres.goOn();
    },
  };
  const killed: Fault = {
    name: 'killed',
    begin: () => postgres.kill(),
    end: () => postgres.start(),
  };
  const disconnected = new Disturbance('disconnected', () => postgres.endConnections(), 100);

  describe.each(['strict', 'bounded'] as const)('in %s mode', (mode) => {
    let tiers: Tiers;

    beforeAll(async () => {
      const url = await postgres.createDatabase(mode);
      tiers = await startTiers({ ...outageEnv, ...modes[mode], PENNON_DB_URL: url });
    });

    afterAll(() => tiers.stop());

    const drill = (fault: Fault): Promise<OutageReport> =>
      drillDatabaseOutage({
        tiers,
        fault,
        forMs: OUTAGE_MS,
        async storedRevision() {
          const sql = `SELECT revision FROM namespaces WHERE "key" = 'default'`;
          const [row] = await postgres.query<{ readonly revision: number }>(sql, mode);
          return Number(row?.revision);
        },
      });

    for (const fault of [hanging, killed]) describeAway(fault, drill);
    describeUnsteady(disconnected, drill);
  });
});
