import { Module, type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ApiModule } from '@pennon/api';
import { loadConfig } from '@pennon/config';
import { ManualAges, ManualAgesModule } from '../../../../test/support/manual-ages.module';
import { OpenGateModule } from '../../../../test/support/open-gate.module';
import { HealthModule } from './health.module';
import { ServingState } from './serving-state';

const { config } = loadConfig({ env: { HOME: '/nonexistent' }, root: '/nonexistent' });

/** The API module answers errors, as it does in the apps. */
@Module({
  imports: [
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
