import { type IncomingMessage, type ServerResponse } from 'node:http';
import type { CallObservers, CallTracer } from '../rpc/call-observers';
import { type Gate } from '../rpc/gate';
import { type RpcRegistry } from '../rpc/rpc-registry';
import { type HttpCall } from './http-call';
import { HttpDoor, type HttpDoorConfig } from './http-door';
import { type RouteMatch } from '../rpc/route-table';

/** The HTTP door whose RPCs are followed. A door of its own, so that the other one costs nothing for it. */
export class TracedHttpDoor extends HttpDoor {
  constructor(
    config: HttpDoorConfig,
    registry: RpcRegistry,
    gate: Gate,
    private readonly tracer: CallTracer,
    observers?: CallObservers,
  ) {
    super(config, registry, gate, observers);
  }

  override async answer(
    request: IncomingMessage,
    response: ServerResponse,
    match: RouteMatch,
    call: HttpCall,
  ): Promise<number> {
    const followed = this.tracer.followHttp(match, call, request, response);
    const code = await super.answer(request, response, match, call);
    followed.end(code);
    return code;
  }

  override watch(request: IncomingMessage, response: ServerResponse): void {
    this.tracer.followRequest(request, response);
    super.watch(request, response);
  }
}
