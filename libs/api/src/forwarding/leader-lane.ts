import { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { type HttpDoor } from '../http/http-door';
import { pathOf } from '../http/path-of';
import { type RouteTable } from '../http/route-table';
import { type RpcRegistry } from '../rpc/rpc-registry';
import { type Leader } from './leader';

/** Where requests go that are not on the fast lane. */
export interface Ways {
  /** What is answered here. */
  readonly framework: RequestListener;
  /** Refuses what the leader does not answer. */
  readonly door: Pick<HttpDoor, 'refuse'>;
  readonly leader: Leader;
}

/** The lane of a follower: requests for an RPC that it has no handler for go to the leader, all others to the framework. */
export class LeaderLane {
  constructor(
    private readonly routes: RouteTable,
    private readonly registry: RpcRegistry,
    private readonly ways: Ways,
  ) {}

  dispatch(request: IncomingMessage, response: ServerResponse): void {
    const { framework, leader, door } = this.ways;
    if (this.isOurs(request)) framework(request, response);
    else
      leader.http.forward(request, response, (...refused) => {
        door.refuse(...refused);
      });
  }

  private isOurs(request: IncomingMessage): boolean {
    try {
      const match = this.routes.match(request.method ?? 'GET', pathOf(request));
      return match === undefined || this.registry.has(match.method);
    } catch {
      // Not a route: the framework's lane meets the same error and answers it.
      return true;
    }
  }
}
