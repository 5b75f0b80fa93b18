import { setTimeout as delay } from 'node:timers/promises';
import { Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { create } from '@bufbuild/protobuf';
import { ApiModule } from '@pennon/api';
import { grpcHealth } from '@pennon/proto';
import { loadConfig } from '@pennon/config';
import { firstValueFrom, type BehaviorSubject, type Observable } from 'rxjs';
import { ManualAges, ManualAgesModule } from '../../../../test/support/manual-ages.module';
import { OpenGateModule } from '../../../../test/support/open-gate.module';
import { GrpcHealthController } from './health.controller';
import { HealthModule } from './health.module';
import { ServingState } from './serving-state';

const { config } = loadConfig({ env: { HOME: '/nonexistent' }, root: '/nonexistent' });

@Module({
  imports: [
    OpenGateModule,
    HealthModule.forRoot({ maxAge: 1000 }, ManualAgesModule),
    ApiModule.forRoot(config, [grpcHealth.Health]),
  ],
})
class TestModule {}

const { SERVING, NOT_SERVING, SERVICE_UNKNOWN } = grpcHealth.HealthCheckResponse_ServingStatus;

let app: INestApplicationContext;
let controller: GrpcHealthController;
let state: ServingState;

beforeEach(async () => {
  app = await NestFactory.createApplicationContext(TestModule, { logger: false, abortOnError: false });
  controller = app.get(GrpcHealthController);
  state = app.get(ServingState);
});

afterEach(async () => {
  await app.close();
});

function request(service: string): grpcHealth.HealthCheckRequest {
  return create(grpcHealth.HealthCheckRequestSchema, { service });
}

/** Collects the statuses that a watcher is told, and says how to stop watching. */
function watch(service: string): { readonly statuses: number[]; readonly leave: () => void } {
  const statuses: number[] = [];
  const messages: Observable<grpcHealth.HealthCheckResponse> = controller.watch(request(service));
  const subscription = messages.subscribe(({ status }) => statuses.push(status));
  return {
    statuses,
    leave() {
      subscription.unsubscribe();
    },
  };
}

describe.each(['', 'grpc.health.v1.Health'])('the health of "%s"', (service) => {
  it('is serving between start and stop', () => {
    const seen = [controller.check(request(service)).status];
    state.start();
    seen.push(controller.check(request(service)).status);
    state.stop();
    seen.push(controller.check(request(service)).status);
    expect(seen).toEqual([NOT_SERVING, SERVING, NOT_SERVING]);
  });

  it('is told to watchers at once, and whenever it changes', () => {
    const early = watch(service);
    state.start();
    const late = watch(service);
    state.stop();
    expect([early.statuses, late.statuses]).toEqual([
      [NOT_SERVING, SERVING, NOT_SERVING],
      [SERVING, NOT_SERVING],
    ]);
  });
});

describe('snapshots that are older than they may be', () => {
  it('turn a check, and watchers within a second, until they are fresh again', async () => {
    state.start();
    const { statuses } = watch('');
    const checked: number[] = [];
    for (const age of [1000, 1001, 5]) {
      app.get(ManualAges).greatest = age;
      checked.push(controller.check(request('')).status);
      await delay(1000);
    }
    expect(checked).toEqual([SERVING, NOT_SERVING, SERVING]);
    expect(statuses).toEqual([SERVING, NOT_SERVING, SERVING]);
  });

  it('do not bring back an instance that stops', async () => {
    state.start();
    app.get(ManualAges).greatest = 2000;
    const { statuses } = watch('');
    await delay(1000);
    state.stop();
    app.get(ManualAges).greatest = 0;
    await delay(1000);
    expect(statuses).toEqual([SERVING, NOT_SERVING]);
    expect(controller.check(request('')).status).toBe(NOT_SERVING);
  });
});

describe('the health of an unknown service', () => {
  it('is no answer to a check', () => {
    expect(() => controller.check(request('colours'))).toThrow('unknown service');
  });

  it('is told to watchers once', async () => {
    state.start();
    const { statuses } = watch('colours');
    state.stop();
    expect(statuses).toEqual([SERVICE_UNKNOWN]);
    expect(await firstValueFrom(controller.watch(request('colours')))).toMatchObject({
      status: SERVICE_UNKNOWN,
    });
  });
});

it('a watcher who leaves is forgotten', () => {
  const changes = state.changes as BehaviorSubject<boolean>;
  const watchers = Array.from({ length: 100 }, () => watch(''));
  expect(changes.observed).toBe(true);
  for (const { leave } of watchers) leave();
  expect(changes.observed).toBe(false);
});
