import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { type DescMessage, type DescMethod, type Message } from '@bufbuild/protobuf';
import { type JsonShortcut } from '../json/json-shortcut';
import { RPC_MARK, type RpcMark } from './rpc';

/** A handler bound to its controller. */
type BoundHandler = (request: Message) => Message | Promise<Message>;

/** An RPC that this app offers. */
export interface OfferedRpc {
  readonly handle: BoundHandler;
  readonly shortcut: JsonShortcut<DescMessage, DescMessage> | undefined;
}

/** Finds the handler of an RPC among the controllers of this app. */
@Injectable()
export class RpcRegistry implements OnModuleInit {
  private readonly offered = new Map<DescMethod, OfferedRpc>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  onModuleInit(): void {
    for (const { instance } of this.discovery.getControllers()) this.register(instance as object);
  }

  /** The RPC, or undefined when this app does not offer it. */
  find(method: DescMethod): OfferedRpc | undefined {
    return this.offered.get(method);
  }

  private register(controller: object): void {
    const methods = controller as Readonly<Record<string, BoundHandler>>;
    for (const name of this.scanner.getAllMethodNames(Object.getPrototypeOf(controller) as object)) {
      const handler = methods[name];
      if (handler === undefined) continue;
      const mark = this.reflector.get<RpcMark | undefined>(RPC_MARK, handler);
      if (mark === undefined) continue;
      const { method, shortcut } = mark;
      if (this.offered.has(method)) {
        throw new Error(`two handlers for ${method.parent.typeName}.${method.name}`);
      }
      this.offered.set(method, { handle: handler.bind(controller), shortcut });
    }
  }
}
