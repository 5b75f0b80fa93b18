import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { authEnv, bearing, BOOTSTRAP_TOKEN } from '../support/auth-server';
import { createServerDatabase, dropServerDatabase } from '../support/database-server';
import { apiAt, type Api } from '../support/http';
import { randomFrom, shuffled, wholeNumber, type Random } from '../support/random';
import { startServer, type TestServer } from '../support/server';
import { sized } from '../support/size';
import { describeWithServers } from './support/describe-with-servers';
import { report } from './support/report';
import { DrilledRamp, type People } from './support/drilled-ramp';
import { issueToken, type Env } from './support/tiers';

/** Another one each run; it stands in the title, and this variable brings back what people and faults do. */
const seed = Number(process.env.PENNON_TEST_SEED ?? Date.now() % 1_000_000);

/** Ramps on each database: so many at once, so often. */
const RAMPS = sized({ small: 8, whole: 20 });
const ROUNDS = sized({ small: 1, whole: 5 });

/** How long instances are killed and paused, in milliseconds. */
const TROUBLE_MS = sized({ small: 10_000, whole: 25_000 });

/** How long an instance is paused: shorter and longer than the lease of the one that applies steps. Milliseconds. */
const PAUSE_MS = [300, 4_500] as const;

jest.setTimeout(sized({ small: 120_000, whole: 900_000 }));

/** Loaded into an instance, so that its clock jumps by an hour at these signals. */
const clockEnv: Env = { NODE_OPTIONS: `--require ${join(__dirname, 'support', 'shifting-clock.cjs')}` };
const jumps = ['SIGUSR2', 'SIGHUP'] as const;

/** The instances on one database, of which one is killed or paused now and then. */
class Writers {
  readonly counts = { killed: 0, paused: 0, jumps: 0 };
  private readonly running: (TestServer | undefined)[] = [];
  private readonly paused = new Set<TestServer | undefined>();

  constructor(
    private readonly start: () => Promise<TestServer>,
    private readonly random: Random,
    /** True if the database has a clock of its own, so that those of the instances may jump. */
    private readonly hasOtherClock: boolean,
  ) {}

  async startAll(count: number): Promise<void> {
    for (let index = 0; index < count; index++) this.running.push(await this.start());
  }

  async stopAll(): Promise<void> {
    for (const server of this.running) await server?.stop();
  }

  /** The API of whoever shows the token, at any instance that answers now. */
  as(token: string): Api {
    return {
      send: async (request) => {
        for (;;) {
          const able = this.running.filter((server) => server !== undefined && !this.paused.has(server));
          const server = able[wholeNumber(this.random, 0, able.length - 1)];
          if (server !== undefined) return bearing(apiAt(server.url), token).send(request);
          await delay(50);
        }
      },
    };
  }

  /** Kills and pauses instances, each once at least, until that time. */
  async trouble(until: number): Promise<void> {
    const { running, random } = this;
    let left: ('kill' | 'pause')[] = [];
    for (let count = 0; count < 2 || Date.now() < until; count++) {
      if (left.length === 0) left = shuffled<'kill' | 'pause'>(random, ['kill', 'pause']);
      await delay(wholeNumber(random, 100, 1_000));
      const place = wholeNumber(random, 0, running.length - 1);
      if (this.hasOtherClock) this.jump(running[wholeNumber(random, 0, running.length - 1)]);
      if (left.pop() === 'pause') await this.pause(running[place]);
      else await this.kill(place);
    }
  }

  private jump(server: TestServer | undefined): void {
    this.counts.jumps++;
    process.kill(server?.pid ?? NaN, jumps[wholeNumber(this.random, 0, 1)]);
  }

  private async pause(server: TestServer | undefined): Promise<void> {
    this.counts.paused++;
    this.paused.add(server);
    process.kill(server?.pid ?? NaN, 'SIGSTOP');
    await delay(wholeNumber(this.random, ...PAUSE_MS));
    process.kill(server?.pid ?? NaN, 'SIGCONT');
    this.paused.delete(server);
  }

  private async kill(place: number): Promise<void> {
    this.counts.killed++;
    const killed = this.running[place];
    this.running[place] = undefined;
    await killed?.stop('SIGKILL');
    await delay(wholeNumber(this.random, 0, 1_000));
    this.running[place] = await this.start();
  }
}

/** Begins ramps, lets people and trouble at them, and brings them to their ends. */
async function drill(writers: Writers, random: Random, round: number): Promise<readonly DrilledRamp[]> {
  const admin = writers.as(BOOTSTRAP_TOKEN);
  const tokenOf = async (name: string, role: string): Promise<string> =>
    issueToken(admin, name, { metadata: { 'io.service.auth.role': role } });
  const people: People = {
    admin,
    author: writers.as(await tokenOf(`ana-${round}`, 'editor')),
    reviewer: writers.as(await tokenOf(`ben-${round}`, 'editor, approver')),
  };
  const ramps = Array.from({ length: RAMPS }, (_, index) => {
    return new DrilledRamp(`ramp-${round}-${index}`, randomFrom(Math.floor(random() * 2 ** 31)), people);
  });
  for (const ramp of ramps) await ramp.begin();
  const until = Date.now() + TROUBLE_MS;
  const acting = ramps.map(async (ramp) => {
    while (Date.now() < until) {
      await delay(wholeNumber(random, 200, 1_200));
      await ramp.act();
    }
  });
  const trouble = writers.trouble(until);
  try {
    await Promise.all(acting);
  } finally {
    await trouble;
  }
  await Promise.all(ramps.map((ramp) => ramp.finish()));
  return ramps;
}

/** Passes when the ramps of all rounds kept the time between their steps. */
async function expectRampsKept(
  title: string,
  writers: Writers,
  count: number,
  random: Random,
): Promise<void> {
  await writers.startAll(count);
  for (let round = 0; round < ROUNDS; round++)
    for (const ramp of await drill(writers, random, round)) await ramp.expectKept();
  const { killed, paused, jumps: jumped } = writers.counts;
  report(
    `${title}: ${RAMPS * ROUNDS} ramps, ${killed} × kill -9, ${paused} × SIGSTOP, ${jumped} clock jumps`,
  );
  expect(killed + paused).toBeGreaterThan(0);
}

const env: Env = { ...authEnv, PENNON_AUTHORIZATION_REQUIRED: 'true' };

describe(`${RAMPS * ROUNDS} ramps on SQLite (seed ${seed})`, () => {
  let directory: string;
  let writers: Writers;

  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'pennon-ramps-'));
  });

  afterAll(async () => {
    await writers.stopAll();
    rmSync(directory, { recursive: true });
  });

  it('apply each step once, and not sooner after the one before than planned', async () => {
    const random = randomFrom(seed);
    writers = new Writers(async () => startServer({ directory, env }), random, false);
    await expectRampsKept('one writer on SQLite', writers, 1, random);
  });
});

describeWithServers(['postgres'], `${RAMPS * ROUNDS} ramps on PostgreSQL (seed ${seed})`, () => {
  let url: string;
  let writers: Writers;

  beforeAll(async () => {
    url = await createServerDatabase('postgres');
  });

  afterAll(async () => {
    await writers.stopAll();
    await dropServerDatabase(url);
  });

  it('apply each step once, and not sooner after the one before than planned', async () => {
    const random = randomFrom(seed);
    const settings = { ...env, ...clockEnv, PENNON_DB_URL: url };
    writers = new Writers(async () => startServer({ env: settings }), random, true);
    await expectRampsKept('two writers on PostgreSQL', writers, 2, random);
  });
});
