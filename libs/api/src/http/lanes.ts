import { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { type DescMethod } from '@bufbuild/protobuf';
import { type HotRoute } from './hot-route';
import { pathOf } from './path-of';
import { type RouteMatch, type RouteTable } from './route-table';

/** Decides, in this one place, which lane a request takes: a hot route, or the framework. */
export class Lanes {
  private readonly hotRoutes: ReadonlyMap<DescMethod, HotRoute>;

  constructor(
    private readonly routes: RouteTable,
    hotRoutes: readonly HotRoute[],
    private readonly framework: RequestListener,
  ) {
    this.hotRoutes = new Map(hotRoutes.map((route) => [route.method, route]));
  }

  /** Sends the request down its lane. */
  dispatch(request: IncomingMessage, response: ServerResponse): void {
    const match = this.matchOf(request);
    const hotRoute = match && this.hotRoutes.get(match.method);
    if (match !== undefined && hotRoute !== undefined) hotRoute.handle(request, response, match);
    else this.framework(request, response);
  }

  private matchOf(request: IncomingMessage): RouteMatch | undefined {
    try {
      return this.routes.match(request.method ?? 'GET', pathOf(request));
    } catch {
      // Not a route: the framework's lane meets the same error and answers it.
      return undefined;
    }
  }
}
