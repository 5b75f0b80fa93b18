import { create } from '@bufbuild/protobuf';
import { Controller, Module, type INestApplicationContext, type Type } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import { type Flag, FlagSchema, Flipt, type GetFlagRequest, GetFlagRequestSchema } from '@pennon/proto';
import { OtherTierError, UnimplementedError } from '@pennon/domain';
import { aCall } from '../../../../test/support/fake-call';
import { ServedRpcs, type OtherTier } from './served-rpcs';
import { Rpc } from './rpc';
import { RpcRegistry } from './rpc-registry';

@Controller()
class FlagsController {
  private readonly namespaceKey = 'shop';

  @Rpc(Flipt.method.getFlag)
  get({ key }: GetFlagRequest): Flag {
    return create(FlagSchema, { key, namespaceKey: this.namespaceKey });
  }

  /** No handler of any RPC. */
  list(): void {
    throw new Error('not to be called');
  }
}

@Controller()
class OtherFlagsController {
  @Rpc(Flipt.method.getFlag)
  find(): Flag {
    return create(FlagSchema);
  }
}

/** Starts an app of these controllers. */
async function start(controllers: Type[], otherTier?: OtherTier): Promise<INestApplicationContext> {
  const servedRpcs = { provide: ServedRpcs, useValue: new ServedRpcs([Flipt], otherTier) };
  @Module({ imports: [DiscoveryModule], controllers, providers: [RpcRegistry, servedRpcs] })
  class TestModule {}
  return NestFactory.createApplicationContext(TestModule, { logger: false, abortOnError: false });
}

describe('the registry of handlers', () => {
  it('finds the handler of an RPC, bound to its controller', async () => {
    const app = await start([FlagsController]);
    const rpc = app.get(RpcRegistry).get(Flipt.method.getFlag);
    expect(await rpc.handle(create(GetFlagRequestSchema, { key: 'checkout' }), aCall())).toEqual(
      create(FlagSchema, { key: 'checkout', namespaceKey: 'shop' }),
    );
    await app.close();
  });

  it('says of an RPC that no controller handles that it is not offered', async () => {
    const app = await start([FlagsController]);
    const registry = app.get(RpcRegistry);
    expect(() => registry.get(Flipt.method.listFlags)).toThrow(
      new UnimplementedError('ListFlags is not offered here'),
    );
    await app.close();
  });

  it('names the other tier, where there is one', async () => {
    const referral = 'is answered by the write tier; this is a reader';
    const app = await start([FlagsController], { services: [], referral });
    const registry = app.get(RpcRegistry);
    const refusal = new OtherTierError(
      'flipt.Flipt.ListFlags is answered by the write tier; this is a reader',
    );
    expect(() => registry.get(Flipt.method.listFlags)).toThrow(refusal);
    expect(() => registry.getStream(Flipt.method.listFlags)).toThrow(refusal);
    expect(registry.get(Flipt.method.getFlag)).toBeDefined();
    await app.close();
  });

  it('keeps an app with two handlers for one RPC from starting', async () => {
    await expect(start([FlagsController, OtherFlagsController])).rejects.toThrow(
      'two handlers for flipt.Flipt.GetFlag',
    );
  });
});
