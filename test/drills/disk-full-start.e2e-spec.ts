import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../support/eventually';
import { jsonOf, jsonRequest, type Answer } from '../support/http';
import { KnownFlags } from './support/known-flags';
import { SmallDisk } from '../support/small-disk';
import { startTier, stopInGoodOrder, type DrilledServer, type Env } from './support/tiers';

jest.setTimeout(90_000);

const FLAGS = '/api/v1/namespaces/default/flags';

/** The only reason is that this user may not mount a file system. */
const describeOnSmallDisk = SmallDisk.isPossible ? describe : describe.skip;

let disk: SmallDisk;
let servers: DrilledServer[];

beforeEach(() => {
  disk = SmallDisk.mount();
  servers = [];
});

afterEach(async () => {
  for (const { server } of servers) await server.stop('SIGKILL');
  disk.unmount();
});

async function start(tier: 'writer' | 'reader', env: Env): Promise<DrilledServer> {
  const server = await startTier(tier, env);
  servers.push(server);
  return server;
}

/** What is larger than whatever the files beside the database have to spare. */
async function createFlag({ api }: DrilledServer, key: string): Promise<Answer> {
  const description = 'x'.repeat(60_000);
  return api.send(jsonRequest('POST', FLAGS, { key, name: key, description, type: 'BOOLEAN_FLAG_TYPE' }));
}

async function partOf({ api }: DrilledServer, part: string): Promise<unknown> {
  const report = jsonOf(await api.send({ path: '/health/ready' })) as {
    readonly parts: Record<string, unknown>;
  };
  return report.parts[part];
}

async function metric({ api }: DrilledServer, line: string): Promise<string | undefined> {
  const { body } = await api.send({ path: '/metrics' });
  return body
    .toString()
    .split('\n')
    .find((text) => text.startsWith(line));
}

/** Evaluates what is there, refuses what is new, and takes that when there is space. */
async function expectToServeAndRecover(writer: DrilledServer, flags: KnownFlags): Promise<void> {
  expect(await flags.countAt(writer.api)).toBe(flags.lastAcknowledged);
  const refused = await createFlag(writer, 'late');
  expect([refused.status, jsonOf(refused)]).toEqual([
    503,
    expect.objectContaining({ message: expect.stringContaining('the disk of the database is full') }),
  ]);
  expect(await partOf(writer, 'database')).toEqual({ state: 'up' });
  expect(await partOf(writer, 'writes')).toEqual({
    state: 'down',
    reason: expect.stringContaining('the disk of the database is full'),
  });
  const series = 'pennon_dependency_up{dependency="database_writes"}';
  expect(await metric(writer, series)).toBe(`${series} 0`);
  disk.makeRoom();
  expect((await createFlag(writer, 'late')).status).toBe(200);
  await eventually(async () => {
    expect(await partOf(writer, 'writes')).toEqual({ state: 'up' });
  });
  expect(await metric(writer, series)).toBe(`${series} 1`);
}

describeOnSmallDisk('a writer whose SQLite file is on a full disk', () => {
  let env: Env;
  let file: string;

  beforeEach(() => {
    file = join(disk.directory, 'pennon.db');
    env = { PENNON_DB_URL: `file:${file}` };
  });

  async function prepare(): Promise<readonly [DrilledServer, KnownFlags]> {
    const writer = await start('writer', env);
    const flags = await KnownFlags.create(writer.api);
    expect((await flags.change()).status).toBe(200);
    return [writer, flags];
  }

  it('starts after a crash with all that was acknowledged', async () => {
    const [crashed, flags] = await prepare();
    disk.fill();
    await crashed.server.stop('SIGKILL');
    await expectToServeAndRecover(await start('writer', env), flags);
  });

  it('starts after a stop, though others have taken the space that its files left', async () => {
    const [stopped, flags] = await prepare();
    disk.fill();
    await stopInGoodOrder(stopped.server);
    disk.fill();
    // Twice: what is set aside for the first start is set aside again.
    const between = await start('writer', env);
    await stopInGoodOrder(between.server);
    disk.fill();
    await expectToServeAndRecover(await start('writer', env), flags);
  });

  it('starts without the lock file of before, as after an upgrade', async () => {
    const [crashed, flags] = await prepare();
    await crashed.server.stop('SIGKILL');
    rmSync(`${file}.lock`);
    disk.fill();
    await expectToServeAndRecover(await start('writer', env), flags);
  });

  it('is read by a reader that starts meanwhile', async () => {
    const [stopped, flags] = await prepare();
    await stopInGoodOrder(stopped.server);
    disk.fill();
    const reader = await start('reader', env);
    expect(await flags.countAt(reader.api)).toBe(flags.lastAcknowledged);
  });
});

describeOnSmallDisk('a reader whose directory of snapshots is on a full disk', () => {
  it('starts and evaluates from the database, and copies when there is space', async () => {
    const writer = await start('writer', {});
    const flags = await KnownFlags.create(writer.api);
    const path = join(disk.directory, 'snapshots');
    disk.fill();
    const env = { PENNON_DB_URL: writer.server.databaseUrl, PENNON_SNAPSHOT_DIRECTORY: path };
    const reader = await start('reader', env);
    expect(await flags.countAt(reader.api)).toBe(0);
    await eventually(async () => {
      expect(reader.server.output()).toContain('snapshots cannot be copied to their directory');
      return Promise.resolve();
    });
    disk.makeRoom();
    await eventually(async () => {
      expect(reader.server.output()).toContain('snapshots are copied to their directory again');
      return Promise.resolve();
    });
    await stopInGoodOrder(reader.server);
    await writer.server.stop('SIGKILL');
    const resumed = await start('reader', { ...env, PENNON_DB_URL: 'postgres://127.0.0.1:1/away' });
    expect(await flags.countAt(resumed.api)).toBe(0);
  });
});
