import { type IncomingMessage, type ServerResponse } from 'node:http';
import { All, Controller, Req, Res } from '@nestjs/common';
import { replyText } from './reply';

/** Answers every path that nothing else does. Paths of the API do not come here (docs/adr/0002). */
@Controller()
export class NotFoundController {
  @All('{*path}')
  answer(@Req() request: IncomingMessage, @Res() response: ServerResponse): void {
    replyText(request, response, 404, '404 page not found\n');
  }
}
