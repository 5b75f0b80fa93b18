import { Module, type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ApiModule } from '@pennon/api';
import { loadConfig } from '@pennon/config';
import { OpenGateModule } from '../../../test/support/open-gate.module';
import { HealthModule } from './health.module';
import { ServingState } from './serving-state';

const { config } = loadConfig({ env: { HOME: '/nonexistent' }, root: '/nonexistent' });

/** The API module answers errors, as it does in the apps. */
@Module({ imports: [OpenGateModule, HealthModule, ApiModule.forRoot(config, [])] })
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
