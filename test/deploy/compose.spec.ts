import { existsSync, readFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { loadConfig, type Config } from '@pennon/config';
import { addressOf, readComposeFile, type ComposeService } from './compose-file';

const file = readComposeFile();
const services = Object.entries(file.services);
const ours = services.filter(([, { build }]) => build !== undefined);

function service(name: string): ComposeService {
  const found = file.services[name];
  if (found === undefined) throw new Error(`there is no service ${name}`);
  return found;
}

/** True if an address lies in a network, which is written with the length of its prefix. */
function isIn(network: string, address: string): boolean {
  const [first = '', prefix] = network.split('/');
  const list = new BlockList();
  list.addSubnet(first, Number(prefix));
  return list.check(address);
}

/** The configuration of one of our services, in an empty container. */
function configOf({ environment = {} }: ComposeService): Config {
  return loadConfig({ env: { HOME: '/nonexistent', ...environment }, root: '/nonexistent' }).config;
}

describe('what docker compose up starts', () => {
  test('is a database, Redis, a writer, two readers, and nginx before them', () => {
    const started = services.filter(([, { profiles }]) => profiles === undefined).map(([name]) => name);
    expect(started).toEqual(['writer', 'reader-1', 'reader-2', 'nginx', 'postgres', 'redis']);
  });

  test('with a profile also a MySQL, or an S3-compatible store', () => {
    const byProfile = services.flatMap(([name, { profiles = [] }]) =>
      profiles.map((profile) => [profile, name]),
    );
    expect(Object.fromEntries(byProfile)).toEqual({ mysql: 'mysql', s3: 's3' });
  });
});

describe.each(services)('the service %s', (_, { image, build, restart, healthcheck, ...rest }) => {
  test('has an image of one version, by its digest', () => {
    const [, tag = ''] = /^[^:]+:(.*)$/.exec(image) ?? [];
    const digest = '@sha256:[0-9a-f]{64}$';
    const version = new RegExp(`^(\\d+\\.\\d+\\.?[\\w.-]*|RELEASE\\.\\d{4}-\\d\\d-\\d\\d[\\w-]*)${digest}`);
    expect(tag).toMatch(build === undefined ? version : /^local$/);
  });

  test('comes up again by itself, and says whether it is well', () => {
    expect(restart).toBe('unless-stopped');
    expect(healthcheck?.test).toEqual(expect.arrayContaining([expect.stringMatching(/^CMD(-SHELL)?$/)]));
    for (const word of healthcheck?.test ?? []) expect(typeof word).toBe('string');
  });

  test('waits for services that there are, until they are well', () => {
    for (const [name, { condition }] of Object.entries(rest.depends_on ?? {})) {
      expect(service(name).healthcheck).toBeDefined();
      expect(condition).toBe('service_healthy');
    }
  });

  test('can be reached from this machine alone, if at all', () => {
    for (const port of rest.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:\d+:\d+$/);
  });

  test('mounts volumes and files that there are', () => {
    for (const volume of rest.volumes ?? []) {
      const [source = ''] = volume.split(':');
      expect(source.startsWith('.') ? existsSync(source) : source in file.volumes).toBe(true);
    }
  });

  test('lies in the network, at an address of its own that no other container is given by chance', () => {
    const [range] = file.networks.pennon?.ipam.config ?? [];
    if (range === undefined) throw new Error('the network has no addresses');
    const address = addressOf({ image, networks: rest.networks });
    if (address === undefined) return;
    expect(isIn(range.subnet, address)).toBe(true);
    expect(isIn(range.ip_range, address)).toBe(false);
    expect(address).not.toBe(range.gateway);
    expect(services.filter(([, other]) => addressOf(other) === address)).toHaveLength(1);
  });
});

test('addresses that are given out by chance are a part of the network, and the gateway is none of them', () => {
  const [range] = file.networks.pennon?.ipam.config ?? [];
  const [first = ''] = range?.ip_range.split('/') ?? [];
  expect(isIn(range?.subnet ?? '', first)).toBe(true);
  expect(isIn(range?.ip_range ?? '', range?.gateway ?? '')).toBe(false);
});

describe.each([
  ['as it is', {}],
  ['with another password', { PENNON_DB_PASSWORD: 'another: "one"' }],
  ['on MySQL', { PENNON_DB_PROTOCOL: 'mysql', PENNON_DB_HOST: 'mysql', PENNON_DB_PASSWORD: 'another' }],
])('the database %s', (_, variables) => {
  test('takes the user and the password that all instances show, and has the database that they want', () => {
    const chosen = readComposeFile(variables).services;
    const { db } = configOf(chosen.writer ?? service('writer'));
    if (db.dialect === 'sqlite') throw new Error('there is no server');
    const { environment: of = {} } = chosen[db.primary.host] ?? {};
    const prefix = db.primary.host === 'mysql' ? 'MYSQL' : 'POSTGRES';
    expect(db.primary).toMatchObject({
      dialect: db.primary.host,
      user: of[`${prefix}_USER`],
      database: of[prefix === 'MYSQL' ? 'MYSQL_DATABASE' : 'POSTGRES_DB'],
    });
    expect(db.primary.password?.reveal()).toBe(of[`${prefix}_PASSWORD`]);
    for (const [name] of ours) expect(configOf(chosen[name] ?? service(name)).db).toEqual(db);
  });
});

test.each(ours)('%s has no rights, and writes to its volume and to temporary files alone', (_, composed) => {
  expect(composed).toMatchObject({
    read_only: true,
    tmpfs: ['/tmp'],
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
  });
});

describe.each(ours)('the settings of %s', (name, composed) => {
  test('are settings, with values that are accepted and count', () => {
    const { ignored } = loadConfig({
      env: { HOME: '/nonexistent', ...composed.environment },
      root: '/nonexistent',
    });
    expect(ignored).toEqual([]);
  });

  test('lead to the database and the Redis of this file', () => {
    const { db, cache } = configOf(composed);
    expect(db.location).toBe('postgres://postgres:5432/pennon');
    expect(cache).toMatchObject({ enabled: true, backend: 'redis' });
    expect(new URL(cache.redis.url?.reveal() ?? '').hostname).toBe('redis');
  });

  test('trust nginx, and nobody else', () => {
    expect(configOf(composed).server.trustedProxies).toEqual([addressOf(service('nginx'))]);
  });

  test('give the image of its tier', () => {
    const { target = '', dockerfile = '' } = composed.build ?? {};
    expect(target).toBe(name.replace(/-\d$/, ''));
    expect(readFileSync(dockerfile, 'utf8')).toContain(`\nFROM pennon AS ${target}\n`);
  });
});

test('only the readers evaluate', () => {
  expect(configOf(service('writer')).evaluation.enabled).toBe(false);
});

test('every reader keeps its documents in a place of its own', () => {
  const readers = ours.filter(([name]) => name.startsWith('reader'));
  const places = readers.map(([, { volumes = [], ...reader }]) => {
    const [volume = '', mountedAt = ''] = volumes[0]?.split(':') ?? [];
    expect(configOf(reader).snapshot.directory?.startsWith(`${mountedAt}/`)).toBe(true);
    return volume;
  });
  expect(new Set(places).size).toBe(readers.length);
});
