import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type DescMethod } from '@bufbuild/protobuf';
import { type HttpDoor } from './http-door';
import { type RouteMatch } from './route-table';

/**
 * A route answered by a plain function on the HTTP server, ahead of the framework, which costs many times what an
 * evaluation does (docs/adr/0002). It does all the framework would have done for the route.
 */
export interface HotRoute {
  /** The RPC whose HTTP routes this answers, aliases included. */
  readonly method: DescMethod;

  /** Answers the request; never throws. */
  handle(request: IncomingMessage, response: ServerResponse, match: RouteMatch): void;
}

/** Hot routes for RPCs that the HTTP door answers as it answers all others. */
export function hotRoutes(door: HttpDoor, methods: readonly DescMethod[]): readonly HotRoute[] {
  return methods.map((method) => ({
    method,
    handle: (request, response, match) => {
      door.answerWhole(request, response, match);
    },
  }));
}
