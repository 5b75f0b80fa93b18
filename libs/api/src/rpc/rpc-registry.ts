import { Injectable, Optional, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { type DescMessage, type DescMethod } from '@bufbuild/protobuf';
import { CallTracer } from './call-observers';
import { lawfulOnly, storableOnly } from './request-checks';
import { ServedRpcs } from './served-rpcs';
import { type ServedRpc, RPC_MARK, type RpcMark, type StreamHandler } from './rpc';

/** An RPC that this app offers and that answers with a stream. */
export interface ServedStream {
  readonly handle: StreamHandler<DescMessage, DescMessage>;
}

/** Finds the handler of an RPC among the controllers of this app. */
@Injectable()
export class RpcRegistry implements OnModuleInit {
  private readonly offered = new Map<DescMethod, ServedRpc | ServedStream>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
    private readonly servedRpcs: ServedRpcs,
    @Optional() private readonly tracer?: CallTracer,
  ) {}

  onModuleInit(): void {
    for (const { instance } of this.discovery.getControllers()) this.register(instance as object);
  }

  /** Whether this app offers the RPC. */
  has(method: DescMethod): boolean {
    return this.offered.has(method);
  }

  /** @throws OtherTierError, or UnimplementedError, if this app does not offer the RPC. */
  get(method: DescMethod): ServedRpc {
    return this.find(method) as ServedRpc;
  }

  /** @throws OtherTierError, or UnimplementedError, if this app does not offer the RPC. */
  getStream(method: DescMethod): ServedStream {
    return this.find(method) as ServedStream;
  }

  /** Full names of the services of which this app offers an RPC, or is to, such as `flipt.Flipt`. */
  get serviceNames(): ReadonlySet<string> {
    const awaited = this.servedRpcs.isNotYet ? this.servedRpcs.services : [];
    const services = [...awaited, ...[...this.offered.keys()].map(({ parent }) => parent)];
    return new Set(services.map(({ typeName }) => typeName));
  }

  /** {@link Rpc} has seen to it that the handler is one for that kind of method. */
  private find(method: DescMethod): ServedRpc | ServedStream {
    const rpc = this.offered.get(method);
    if (rpc === undefined) throw this.servedRpcs.refusalOf(method);
    return rpc;
  }

  private register(controller: object): void {
    const methods = controller as Readonly<Record<string, ServedRpc['handle'] & ServedStream['handle']>>;
    for (const name of this.scanner.getAllMethodNames(Object.getPrototypeOf(controller) as object)) {
      const handler = methods[name];
      if (handler === undefined) continue;
      const mark = this.reflector.get<RpcMark | undefined>(RPC_MARK, handler);
      if (mark === undefined) continue;
      const { method, ...shortcuts } = mark;
      if (this.offered.has(method)) {
        throw new Error(`two handlers for ${method.parent.typeName}.${method.name}`);
      }
      const handle = storableOnly(method, lawfulOnly(method, handler.bind(controller)));
      this.offered.set(method, {
        handle: this.tracer?.aroundHandler(method, handle) ?? handle,
        ...shortcuts,
      });
    }
  }
}
