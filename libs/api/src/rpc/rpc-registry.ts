import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { type DescMethod, type Message } from '@bufbuild/protobuf';
import { RPC_METHOD } from './rpc';

/** A handler bound to its controller. */
export type BoundHandler = (request: Message) => Message | Promise<Message>;

/** Finds the handler of an RPC among the controllers of this app. */
@Injectable()
export class RpcRegistry implements OnModuleInit {
  private readonly handlers = new Map<DescMethod, BoundHandler>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  onModuleInit(): void {
    for (const { instance } of this.discovery.getControllers()) this.register(instance as object);
  }

  /** The handler, or undefined when this app does not offer the RPC. */
  find(method: DescMethod): BoundHandler | undefined {
    return this.handlers.get(method);
  }

  private register(controller: object): void {
    const methods = controller as Readonly<Record<string, BoundHandler>>;
    for (const name of this.scanner.getAllMethodNames(Object.getPrototypeOf(controller) as object)) {
      const handler = methods[name];
      if (handler === undefined) continue;
      const method = this.reflector.get<DescMethod | undefined>(RPC_METHOD, handler);
      if (method === undefined) continue;
      if (this.handlers.has(method))
        throw new Error(`two handlers for ${method.parent.typeName}.${method.name}`);
      this.handlers.set(method, handler.bind(controller));
    }
  }
}
