import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeCertificates } from '../support/certificates';
import { TcpProxy } from '../support/tcp-proxy';
import { describeDrill } from './support/describe-drill';
import { Instances } from './support/instances';
import { mariadbPrograms, PrivateMariadb } from './support/private-mariadb';
import { PostgresPair } from './support/postgres-pair';
import { postgresPrograms } from './support/private-postgres';
import { modes } from './support/tiers';

/** How long it takes at most until a write succeeds again, in milliseconds, without a restart. */
const LONGEST_MS = 5_000;

/** Writes are refused, or wait, for a while; then they work again, and every instance shows what they made. */
async function itGoesOn(instances: Instances): Promise<void> {
  const start = performance.now();
  await instances.switch(false);
  expect(performance.now() - start).toBeLessThan(LONGEST_MS);
  await instances.allSee(false);
  // Nothing of it depends on luck with old connections.
  for (const enabled of [true, false, true]) await instances.switch(enabled);
  await instances.allSee(true);
  expect(await instances.historyChanges()).toEqual([0, 0, 0, 0]);
}

describeDrill(postgresPrograms, 'a primary of PostgreSQL that is demoted, and goes on to run', () => {
  let pair: PostgresPair;

  beforeEach(async () => {
    pair = await PostgresPair.create();
  });

  afterEach(async () => {
    await pair.remove();
  });

  it.each(['strict', 'bounded'] as const)('is left where an address moves, in %s mode', async (mode) => {
    // Readers stay where they are connected until a connection is of age: they may only read, and cannot tell.
    const instances = await pair.startInstances({ ...modes[mode], PENNON_DB_CONN_MAX_LIFETIME: '1s' });
    await instances.allSee(true);
    await pair.isCaughtUp();
    await pair.primary.query('ALTER SYSTEM SET default_transaction_read_only = on');
    await pair.primary.query('SELECT pg_reload_conf()');
    await pair.handOver();
    await itGoesOn(instances);
  });

  it('is left for the next host of the URL that takes writes', async () => {
    const { primary, standby } = pair;
    const hosts = `127.0.0.1:${primary.ownPort},127.0.0.1:${standby.ownPort}`;
    const url = primary.url('flags').replace(`127.0.0.1:${primary.ownPort}`, hosts);
    const instances = await pair.startInstances({ PENNON_DB_URL: url });
    await instances.allSee(true);
    await pair.isCaughtUp();
    await primary.kill();
    await standby.promote();
    await itGoesOn(instances);
  });

  it('is no place for a writer to start', async () => {
    await pair.startInstances({});
    await expect(Instances.start({ PENNON_DB_URL: pair.standby.url('flags') })).rejects.toThrow(
      'is a replica, or takes no writes',
    );
  });
});

describeDrill(mariadbPrograms, 'a primary of MariaDB that is demoted, and goes on to run', () => {
  let directory: string;
  let primary: PrivateMariadb;
  let other: PrivateMariadb;
  let address: TcpProxy;
  let instances: Instances;

  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'pennon-switchover-'));
    const certificates = makeCertificates(directory);
    primary = await PrivateMariadb.create(certificates);
    other = await PrivateMariadb.create(certificates);
    address = await TcpProxy.to(primary.ownPort);
  });

  afterEach(async () => {
    await instances.stop();
    await address.close();
    await other.remove();
    await primary.remove();
    rmSync(directory, { recursive: true });
  });

  it.each([
    ['who may do anything', 'pennon'],
    ['who is refused there', 'app'],
  ])('is left by a user %s', async (_, user) => {
    for (const server of [primary, other])
      await server.run(`CREATE USER app@'%'; GRANT ALL ON flags.* TO app@'%'`);
    const url = `mysql://${user}@127.0.0.1:${address.port}/flags?sslmode=require`;
    instances = await Instances.start({ PENNON_DB_URL: url, PENNON_DB_CONN_MAX_LIFETIME: '1s' });
    await instances.allSee(true);
    await primary.run('SET GLOBAL read_only = 1');
    await other.copyFrom(primary);
    address.lead(other.ownPort);
    // Who may do anything is refused by no server that is read only: each connection is asked once a second.
    await delay(1_100);
    await itGoesOn(instances);
  });
});
