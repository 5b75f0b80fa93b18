import { type IncomingMessage, type RequestListener } from 'node:http';
import { InvalidArgumentError } from '@pennon/domain';
import { type Leader } from './leader';
import { type RpcRegistry, type HttpDoor, pathOf, type RouteMatch, type RouteTable } from '@pennon/api';

const HOST = 'host';

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
      assertOneHost(request);
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

/** @throws InvalidArgumentError for a request that names several hosts (RFC 9112, 3.2); Node would take the first. */
function assertOneHost({ rawHeaders }: IncomingMessage): void {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === HOST.length && name.toLowerCase() === HOST) hosts++;
  }
  if (hosts > 1) throw new InvalidArgumentError('the request has several Host headers');
}
