import { Controller, Module, type INestApplicationContext } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import { create } from '@bufbuild/protobuf';
import { ServedRpcs, Rpc, RpcRegistry } from '@pennon/api';
import { flipt } from '@pennon/proto';
import { KnownServices } from './health.controller';

@Controller()
class FlagsController {
  @Rpc(flipt.Flipt.method.getFlag)
  get(): flipt.Flag {
    return create(flipt.FlagSchema);
  }
}

@Module({
  imports: [DiscoveryModule],
  controllers: [FlagsController],
  providers: [RpcRegistry, { provide: ServedRpcs, useValue: new ServedRpcs([flipt.Flipt]) }, KnownServices],
})
class TestModule {}

let app: INestApplicationContext;

beforeAll(async () => {
  app = await NestFactory.createApplicationContext(TestModule, { logger: false, abortOnError: false });
});

afterAll(async () => {
  await app.close();
});

describe('a service has a health', () => {
  it.each(['', 'flipt.Flipt'])('when it is the whole, or one RPC of it is offered: "%s"', (service) => {
    expect(app.get(KnownServices).has(service)).toBe(true);
  });

  it.each([
    'flipt.evaluation.EvaluationService',
    'flipt',
    'Flipt',
    'flipt.flipt',
    'flipt.Flipt ',
    'toString',
  ])('and none otherwise: "%s"', (service) => {
    expect(app.get(KnownServices).has(service)).toBe(false);
  });
});
