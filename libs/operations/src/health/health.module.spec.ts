import { Module, type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ApiModule } from '@pennon/api';
import { loadConfig } from '@pennon/config';
import { Metrics, ObservabilityModule } from '@pennon/platform';
import { ManualAges, ManualAgesModule } from '../../../../test/support/manual-ages.module';
import { OpenGateModule } from '../../../../test/support/open-gate.module';
import { HealthModule } from './health.module';
import { Readiness } from './readiness';
import { AgeLimit, ServingState } from './serving-state';

const { config } = loadConfig({ env: { HOME: '/nonexistent' }, root: '/nonexistent' });

/** The API module answers errors, as it does in the apps. */
@Module({
  imports: [
    ObservabilityModule.forRoot(config, 'writer'),
    OpenGateModule,
    HealthModule.forRoot({ maxAge: 1000 }, ManualAgesModule),
    ApiModule.forRoot(config, []),
  ],
})
class TestModule {}

let app: INestApplication;

beforeAll(async () => {
  app = await NestFactory.create(TestModule, { logger: false, abortOnError: false });
  await app.listen(0, '127.0.0.1');
});

afterAll(async () => {
  await app.close();
});

async function getHealth(query = ''): Promise<{ status: number; type: string | null; body: string }> {
  const response = await fetch(`${await app.getUrl()}/health${query}`);
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    body: await response.text(),
  };
}

const notServing = {
  status: 503,
  type: 'application/json',
  body: '{"code":14,"message":"the service is NOT_SERVING","details":[]}',
};

describe('health', () => {
  it('is not serving before the start', async () => {
    expect(await getHealth()).toEqual(notServing);
  });

  it('is serving from the start to the stop', async () => {
    app.get(ServingState).start();
    expect(await getHealth()).toEqual({
      status: 200,
      type: 'application/json',
      body: '{"status":"SERVING"}\n',
    });
    app.get(ServingState).stop();
    expect(await getHealth()).toEqual(notServing);
  });

  it('is that of the whole instance when the service is named by nothing', async () => {
    app.get(ServingState).start();
    expect(await getHealth('?service=')).toMatchObject({ status: 200 });
  });

  it('of another service is unknown', async () => {
    app.get(ServingState).start();
    expect(await getHealth('?service=flipt.Flipt')).toEqual({
      status: 404,
      type: 'application/json',
      body: '{"code":5,"message":"unknown service","details":[]}',
    });
  });
});

describe('the age of snapshots', () => {
  async function ask(path: string): Promise<[status: number, age: string | null]> {
    const response = await fetch(`${await app.getUrl()}${path}`);
    await response.text();
    return [response.status, response.headers.get('x-pennon-age-ms')];
  }

  beforeEach(() => {
    app.get(ServingState).start();
  });

  afterEach(() => {
    app.get(ManualAges).greatest = 0;
  });

  it.each(['/health', '/health/ready'])(
    'is said by %s, which is down while it is too great',
    async (path) => {
      const answers: [number, string | null][] = [];
      for (const age of [0, 12.3, 1000, 1000.1, 999]) {
        app.get(ManualAges).greatest = age;
        answers.push(await ask(path));
      }
      expect(answers).toEqual([
        [200, '0'],
        [200, '13'],
        [200, '1000'],
        [503, '1001'],
        [200, '999'],
      ]);
    },
  );

  it('does not matter to whether the process is alive, and neither does shutdown', async () => {
    app.get(ManualAges).greatest = 5000;
    expect(await ask('/health/live')).toEqual([200, null]);
    app.get(ServingState).stop();
    expect(await ask('/health/live')).toEqual([200, null]);
    expect(await ask('/health/ready')).toEqual([503, '5000']);
  });
});

describe('readiness', () => {
  async function report(): Promise<[status: number, type: string | null, body: unknown]> {
    const response = await fetch(`${await app.getUrl()}/health/ready`);
    return [response.status, response.headers.get('content-type'), await response.json()];
  }

  const fresh = { snapshots: { state: 'up', ageMs: 0 } };

  it('has the reason of an instance that does not want requests', () => {
    const state = new ServingState(app.get(AgeLimit));
    const readiness = new Readiness(state, app.get(AgeLimit));
    const reports = [readiness.report()];
    state.waitFor({ text: 'waiting for the database' });
    reports.push(readiness.report());
    state.start();
    reports.push(readiness.report());
    state.stop();
    reports.push(readiness.report());
    expect(reports).toEqual([
      { status: 'NOT_SERVING', reason: 'starting', parts: fresh },
      { status: 'NOT_SERVING', reason: 'waiting for the database', parts: fresh },
      { status: 'SERVING', parts: fresh },
      { status: 'NOT_SERVING', reason: 'shutting down', parts: fresh },
    ]);
  });

  it('shows the state of each part, which does not decide the status', async () => {
    app.get(ServingState).start();
    const failures: { database?: string; cache?: string } = {};
    const { dependencies } = app.get(Metrics);
    dependencies.addPart('database', () => failures.database);
    dependencies.addPart('cache', () => failures.cache);
    const up = { state: 'up' };
    expect(await report()).toEqual([
      200,
      'application/json',
      { status: 'SERVING', parts: { ...fresh, database: up, cache: up } },
    ]);
    failures.cache = 'Redis cannot be used';
    const cache = { state: 'down', reason: 'Redis cannot be used' };
    expect(await report()).toMatchObject([
      200,
      'application/json',
      { status: 'SERVING', parts: { ...fresh, database: up, cache } },
    ]);
  });

  it('shows the age of snapshots, which does decide it', async () => {
    app.get(ServingState).start();
    app.get(ManualAges).greatest = 1000.1;
    expect(await report()).toMatchObject([
      503,
      'application/json',
      {
        status: 'NOT_SERVING',
        reason: 'snapshots are too old',
        parts: { snapshots: { state: 'down', reason: 'older than freshness.max_age', ageMs: 1001 } },
      },
    ]);
    app.get(ManualAges).greatest = 0;
  });
});
