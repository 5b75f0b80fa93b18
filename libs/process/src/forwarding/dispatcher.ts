import { type RequestListener } from 'node:http';
import { type Leader } from './leader';
import { type RpcRegistry, type HttpDoor, pathOf, type RouteMatch, type RouteTable } from '@pennon/api';

/** Where requests go. */
export interface Destinations {
  /** Answers RPCs, and refuses what is wrong about a path of the API. */
  readonly door: HttpDoor;
  /** Answers everything outside the API: files, health, metrics, and that there is no such page. */
  readonly framework: RequestListener;
  /** Answers RPCs that have no handler here; undefined where there is no such process. */
  readonly leader?: Leader | undefined;
}

/** Decides, in this one place, who answers a request. */
export class Dispatcher {
  constructor(
    private readonly routes: RouteTable,
    private readonly registry: RpcRegistry,
    private readonly to: Destinations,
  ) {}

  /** Hands the request to whoever answers it; never throws. */
  readonly dispatch: RequestListener = (request, response) => {
    const { door, framework, leader } = this.to;
    let match: RouteMatch | undefined;
    try {
      match = this.routes.match(request.method ?? 'GET', pathOf(request));
    } catch (error) {
      door.watch(request, response);
      door.refuse(request, response, error);
      return;
    }
    if (match === undefined) {
      door.watch(request, response);
      framework(request, response);
    } else if (leader === undefined || this.registry.has(match.method)) {
      door.answerWhole(request, response, match);
    } else {
      leader.http.forward(request, response, (...refused) => {
        door.refuse(...refused);
      });
    }
  };
}
