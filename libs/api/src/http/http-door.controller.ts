import { type IncomingMessage, type ServerResponse } from 'node:http';
import { All, Controller, Req, Res } from '@nestjs/common';
import { HttpDoor } from './http-door';
import { pathOf } from './path-of';
import { replyText } from './reply';
import { RouteTable } from './route-table';

/**
 * The framework's lane to the HTTP door.
 *
 * One route for every path, because the API's routes are the protos' and follow rules that Express patterns cannot
 * express: empty path segments, one decoding of the whole path, OPTIONS of every path.
 */
@Controller()
export class HttpDoorController {
  constructor(
    private readonly routes: RouteTable,
    private readonly door: HttpDoor,
  ) {}

  @All('{*path}')
  async answer(@Req() request: IncomingMessage, @Res() response: ServerResponse): Promise<void> {
    const match = this.routes.match(request.method ?? 'GET', pathOf(request));
    if (match === undefined) replyText(request, response, 404, '404 page not found\n');
    else await this.door.answer(request, response, match);
  }
}
