import { randomBytes } from 'node:crypto';
import { eventually } from '../support/eventually';
import { jsonOf, jsonRequest, type Answer } from '../support/http';
import { findProgram } from '../support/programs';
import { SmallDisk } from '../support/small-disk';
import { KnownFlags } from './support/known-flags';
import { postgresPrograms, PrivatePostgres } from './support/private-postgres';
import { startTier, stopInGoodOrder, type DrilledServer } from './support/tiers';

jest.setTimeout(180_000);

const FLAGS = '/api/v1/namespaces/default/flags';

const FULL = 'the disk of the database is full';

const isPossible =
  SmallDisk.isPossible && postgresPrograms.every((program) => findProgram(program) !== undefined);

/** The only reasons are that this user may not mount a file system, and a PostgreSQL that is missing. */
const describeOnSmallDisk = isPossible ? describe : describe.skip;

describeOnSmallDisk('a writer whose PostgreSQL has its database on a full disk', () => {
  let disk: SmallDisk;
  let postgres: PrivatePostgres;
  let url: string;
  let writer: DrilledServer;
  let flags: KnownFlags;

  beforeAll(async () => {
    disk = SmallDisk.mount('32m');
    postgres = await PrivatePostgres.create();
    await postgres.createTablespace('small', disk.directory);
    url = await postgres.createDatabase('flags', 'TABLESPACE small');
    writer = await startTier('writer', { PENNON_DB_URL: url });
    flags = await KnownFlags.create(writer.api);
    expect((await flags.change()).status).toBe(200);
    disk.fill();
  });

  afterAll(async () => {
    await writer.server.stop('SIGKILL');
    await postgres.remove();
    disk.unmount();
  });

  /** What no page of the database has room for. */
  async function createFlag(key: string): Promise<Answer> {
    const description = randomBytes(50_000).toString('hex');
    return writer.api.send(jsonRequest('POST', FLAGS, { key, name: key, description }));
  }

  async function writes(): Promise<unknown> {
    const report = jsonOf(await writer.api.send({ path: '/health/ready' }));
    return (report as { readonly parts: Record<string, unknown> }).parts.writes;
  }

  it('refuses changes with the reason, and evaluates', async () => {
    const answer = await createFlag('late');
    expect([answer.status, jsonOf(answer)]).toEqual([
      503,
      expect.objectContaining({ message: expect.stringContaining(FULL) }),
    ]);
    expect(await writes()).toEqual({ state: 'down', reason: expect.stringContaining(FULL) });
    expect(await flags.countAt(writer.api)).toBe(flags.lastAcknowledged);
  });

  it('evaluates after a restart, and takes changes when there is space', async () => {
    await stopInGoodOrder(writer.server);
    writer = await startTier('writer', { PENNON_DB_URL: url });
    expect(await flags.countAt(writer.api)).toBe(flags.lastAcknowledged);
    expect((await createFlag('late')).status).toBe(503);
    disk.makeRoom();
    expect((await createFlag('late')).status).toBe(200);
    await eventually(async () => {
      expect(await writes()).toEqual({ state: 'up' });
    });
  });
});
