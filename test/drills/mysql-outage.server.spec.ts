import { createServerDatabase, dropServerDatabase, queryServer } from '../support/database-server';
import { describeWithServers } from './support/describe-with-servers';
import { drillDatabaseOutage, type OutageReport } from './support/database-outage';
import { Disturbance, type Fault } from './support/fault';
import { describeAway, describeUnsteady, OUTAGE_MS, outageEnv } from './support/outage-tests';
import { TcpProxy } from '../support/tcp-proxy';
import { startTiers, type Tiers } from './support/tiers';

jest.setTimeout(90_000);

describeWithServers(['mysql'], 'a MySQL or MariaDB', () => {
  let url: string;
  let proxy: TcpProxy;
  let tiers: Tiers;

  beforeAll(async () => {
    url = await createServerDatabase('mysql');
    const throughProxy = new URL(url);
    proxy = await TcpProxy.to(Number(throughProxy.port || 3306), throughProxy.hostname);
    throughProxy.host = `127.0.0.1:${proxy.port}`;
    tiers = await startTiers({ ...outageEnv, PENNON_DB_URL: throughProxy.href });
  });

  afterAll(async () => {
    await tiers.stop();
    await proxy.close();
    await dropServerDatabase(url);
  });

  const hanging: Fault = {
    name: 'hanging',
    begin: () => {
      proxy.hang();
    },
    end: () => {
      proxy.pass();
    },
  };
  const refusing: Fault = {
    name: 'refusing',
    begin: () => {
      proxy.refuse();
    },
    end: () => {
      proxy.pass();
    },
  };
  const reset = new Disturbance(
    'reset',
    () => {
      proxy.reset();
    },
    100,
  );
  const cutOff = new Disturbance(
    'cut off',
    () => {
      proxy.cut();
    },
    100,
  );

  const drill = (fault: Fault): Promise<OutageReport> =>
    drillDatabaseOutage({
      tiers,
      fault,
      forMs: OUTAGE_MS,
      async storedRevision() {
        const sql = `SELECT revision FROM namespaces WHERE "key" = 'default'`;
        const [row] = await queryServer<{ readonly revision: number }>(url, sql);
        return Number(row?.revision);
      },
    });

  for (const fault of [hanging, refusing]) describeAway(fault, drill);
  for (const fault of [reset, cutOff]) describeUnsteady(fault, drill);
});
