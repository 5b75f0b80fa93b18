import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  All,
  type ArgumentsHost,
  Catch,
  Controller,
  type ExceptionFilter,
  HttpException,
  Req,
  Res,
} from '@nestjs/common';
import { InvalidArgumentError, MethodNotAllowedError, NotFoundError } from '@pennon/domain';
import { HttpDoor } from './http-door';
import { replyText } from './reply';

/** Answers what is thrown in the framework, which serves files, health and metrics. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly door: HttpDoor) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.door.refuse(
      http.getRequest<IncomingMessage>(),
      http.getResponse<ServerResponse>(),
      domainErrorOf(error),
    );
  }
}

/** What can be done to files, probes and metrics, which the framework routes. */
const reading = ['GET', 'HEAD', 'OPTIONS'];

/** The framework refuses only what it cannot route or parse. */
function domainErrorOf(error: unknown): unknown {
  if (!(error instanceof HttpException)) return error;
  if (error.getStatus() === 404) return new NotFoundError('Not Found', { cause: error });
  if (error.getStatus() === 405) return new MethodNotAllowedError(reading);
  return error.getStatus() < 500 ? new InvalidArgumentError(error.message, { cause: error }) : error;
}

/** Answers every path that nothing else does. Paths of the API do not come here (docs/adr/0002). */
@Controller()
export class NotFoundController {
  @All('{*path}')
  answer(@Req() request: IncomingMessage, @Res() response: ServerResponse): void {
    replyText(request, response, 404, '404 page not found\n');
  }
}
