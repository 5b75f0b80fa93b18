import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeDrill } from './support/describe-drill';
import { mariadbPrograms, PrivateMariadb } from './support/private-mariadb';
import { postgresPrograms, PrivatePostgres } from './support/private-postgres';
import { seeNextChange } from './support/see-change';
import { startTier, startTiers, type Env, type Tiers } from './support/tiers';
import { makeCertificates, type Certificates } from '../support/certificates';
import { eventually } from '../support/eventually';
import { freePort } from '../support/free-port';
import { PrivateRedis } from '../support/private-redis';
import { runServer } from '../support/run-server';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

/** A change is seen in time by those alone who are told of it. */
const toldOnly: Env = {
  PENNON_CACHE_ENABLED: 'true',
  PENNON_CACHE_TTL: '4h',
  PENNON_FRESHNESS_POLL_INTERVAL: '1h',
};

let directory: string;
/** Those of this machine, those that the same authority gave to another one, and those of an authority nobody knows. */
let own: Certificates;
let elsewhere: Certificates;
let unknown: Certificates;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'pennon-database-tls-'));
  own = certificates('own');
  elsewhere = certificates('elsewhere', 'DNS:elsewhere.test');
  unknown = certificates('unknown');
});

afterAll(() => {
  rmSync(directory, { recursive: true });
});

function certificates(name: string, names?: string): Certificates {
  const place = join(directory, name);
  mkdirSync(place);
  return makeCertificates(place, names);
}

/** The URL of a database whose server has to have a certificate by that authority. */
function verified(url: string, mode: 'verify-ca' | 'verify-full', { caFile }: Certificates): string {
  return `${url}?${new URLSearchParams({ sslmode: mode, sslrootcert: caFile }).toString()}`;
}

/** Why a writer does not start on that database. */
async function refusal(url: string): Promise<string> {
  const { exitCode, stderr } = await runServer({ env: { PENNON_DB_URL: url, PENNON_SERVER_HTTP_PORT: '0' } });
  expect(exitCode).toBe(1);
  return stderr;
}

/** A refusal that gives this reason, and says what there is to be set. */
function certificateRefusal(reason: string): unknown {
  return expect.stringMatching(
    new RegExp(`the certificate of the database .* is not accepted \\(.*${reason}.*sslrootcert.*sslmode`),
  );
}

const UNKNOWN_AUTHORITY = '(self-signed certificate|unable to (verify|get))';
const OTHER_HOST = 'does not match certificate';

describeDrill(postgresPrograms, 'a PostgreSQL with TLS', () => {
  let postgres: PrivatePostgres;
  let url: string;

  beforeAll(async () => {
    postgres = await PrivatePostgres.create(own);
    url = await postgres.createDatabase('flags');
  });

  afterAll(() => postgres.remove());

  it('is spoken to over TLS alone, and tells of changes over it', async () => {
    const tiers = await startTiers({ ...toldOnly, PENNON_DB_URL: verified(url, 'verify-full', own) });
    await seeNextChange(tiers);
    const connections = await postgres.query<{ readonly name: string; readonly ssl: boolean }>(
      `SELECT DISTINCT application_name AS name, ssl FROM pg_stat_activity JOIN pg_stat_ssl USING (pid)
       WHERE datname = 'flags' ORDER BY 1`,
    );
    await tiers.stop();
    expect(connections).toEqual([
      { name: 'pennon', ssl: true },
      { name: 'pennon changes', ssl: true },
    ]);
  });

  it('is refused when nobody known has signed its certificate', async () => {
    expect(await refusal(verified(url, 'verify-ca', unknown))).toEqual(certificateRefusal(UNKNOWN_AUTHORITY));
  });

  it('is refused with the certificate of another host, unless only its signature is to be checked', async () => {
    await postgres.kill();
    postgres.offerTls(elsewhere);
    await postgres.start();
    expect(await refusal(verified(url, 'verify-full', elsewhere))).toEqual(certificateRefusal(OTHER_HOST));
    const { server } = await startTier('writer', { PENNON_DB_URL: verified(url, 'verify-ca', elsewhere) });
    expect(await server.stop()).toBe(0);
  });
});

describeDrill(mariadbPrograms, 'a MariaDB with TLS', () => {
  let mariadb: PrivateMariadb;

  beforeAll(async () => {
    mariadb = await PrivateMariadb.create(own);
  });

  afterAll(() => mariadb.remove());

  it('is spoken to over TLS, without which it lets nobody in', async () => {
    const tiers = await startTiers({ PENNON_DB_URL: verified(mariadb.url, 'verify-full', own) });
    await seeNextChange(tiers);
    await tiers.stop();
    expect(await refusal(`${mariadb.url}?sslmode=disable`)).toContain('Access denied');
  });

  it('is refused when nobody known has signed its certificate', async () => {
    expect(await refusal(verified(mariadb.url, 'verify-ca', unknown))).toEqual(
      certificateRefusal(UNKNOWN_AUTHORITY),
    );
  });

  it('is refused with the certificate of another host, unless only its signature is to be checked', async () => {
    await mariadb.kill();
    await mariadb.start(elsewhere);
    expect(await refusal(verified(mariadb.url, 'verify-full', elsewhere))).toEqual(
      certificateRefusal(OTHER_HOST),
    );
    const { server } = await startTier('writer', {
      PENNON_DB_URL: verified(mariadb.url, 'verify-ca', elsewhere),
    });
    expect(await server.stop()).toBe(0);
  });
});

describeDrill(['redis-server'], 'a Redis with TLS', () => {
  let redis: PrivateRedis;
  let port: number;
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase();
    port = await freePort();
  });

  afterEach(async () => {
    await redis.kill();
    await database.remove();
  });

  /** Starts one with the certificate of that place. Without TLS it is looked at from outside. */
  async function startRedis(place: 'own' | 'elsewhere'): Promise<void> {
    const file = (name: string): string => join(directory, place, name);
    redis = await PrivateRedis.start([
      `tls-port ${port}`,
      `tls-cert-file ${file('server.crt')}`,
      `tls-key-file ${file('server.key')}`,
      'tls-auth-clients no',
    ]);
  }

  function settings({ caFile }: Certificates): Env {
    return {
      ...toldOnly,
      PENNON_DB_URL: database.url,
      PENNON_CACHE_BACKEND: 'redis',
      PENNON_CACHE_REDIS_URL: `rediss://127.0.0.1:${port}`,
      PENNON_CACHE_REDIS_CA_CERT_PATH: caFile,
    };
  }

  /** Where the connections of Pennon arrive, as Redis lists them. */
  async function connections(): Promise<readonly string[]> {
    const client = redis.client();
    const list = String(await client.client('LIST'));
    client.disconnect();
    return list
      .split('\n')
      .filter((line) => line.includes(' name=pennon '))
      .map((line) => /laddr=(\S+)/.exec(line)?.[1] ?? line);
  }

  it('is spoken to over TLS, and tells of changes over it', async () => {
    await startRedis('own');
    const tiers: Tiers = await startTiers(settings(own));
    await seeNextChange(tiers);
    const arrivals = await connections();
    await tiers.stop();
    // Of each tier one for commands; and one on which it hears changes.
    expect(arrivals.length).toBeGreaterThanOrEqual(3);
    expect(new Set(arrivals)).toEqual(new Set([`127.0.0.1:${port}`]));
  });

  it.each([
    ['when nobody known has signed its certificate', 'own', () => unknown, UNKNOWN_AUTHORITY],
    ['with the certificate of another host', 'elsewhere', () => elsewhere, OTHER_HOST],
  ] as const)(
    'is done without %s, and the log says what there is to be set',
    async (_, place, ca, reason) => {
      await startRedis(place);
      const { server } = await startTier('writer', settings(ca()));
      await eventually(() => {
        expect(server.output()).toMatch(new RegExp(`${reason}.*cache\\.redis\\.ca_cert_path`));
        return Promise.resolve();
      });
      expect(await connections()).toEqual([]);
      expect(await server.stop()).toBe(0);
    },
  );
});
