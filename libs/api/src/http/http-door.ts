import { type IncomingMessage, type ServerResponse } from 'node:http';
import { Injectable, Logger } from '@nestjs/common';
import { isMessage, type DescMethod, type Message } from '@bufbuild/protobuf';
import { type ServerConfig } from '@pennon/config';
import { UnimplementedError } from '@pennon/domain';
import { errorBody, errorStatus } from '../errors/error-status';
import { HttpBodySchema } from '../gen/google/api/httpbody_pb';
import { messageFromJson, messageToJson } from '../json/message-json';
import { RpcRegistry, type BoundHandler } from '../rpc/rpc-registry';
import { messageFromQuery } from './query';
import { readBody } from './read-body';
import { replyJson } from './reply';
import { type RouteMatch } from './route-table';

/**
 * The HTTP door: a JSON view of the RPCs.
 *
 * Decoding comes before everything else and the handler last, so that the same error wins as on the gRPC door
 * (contract/management-api.md 0.1). Both lanes answer through this one object.
 */
@Injectable()
export class HttpDoor {
  private readonly logger = new Logger('http');

  constructor(
    private readonly config: Pick<ServerConfig, 'maxBodyBytes' | 'maxJsonDepth'>,
    private readonly registry: RpcRegistry,
  ) {}

  /** Answers the request that took this route; never rejects. */
  async answer(request: IncomingMessage, response: ServerResponse, match: RouteMatch): Promise<void> {
    const pretty = wantsPretty(request);
    try {
      const handler = this.handlerOf(match.method);
      const message = await this.decode(request, match);
      const answer = await handler(message);
      replyJson(response, 200, encode(match.method, answer, pretty));
    } catch (error) {
      this.refuse(request, response, error);
    }
  }

  /** Answers with the status of `error`, and logs it as loudly as its row says. */
  refuse(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    const status = errorStatus(error);
    if (status.logLevel !== 'debug') {
      this.logger[status.logLevel](
        { err: error, verb: request.method, path: pathOf(request) },
        'request failed',
      );
    }
    replyJson(response, status.http, errorBody(status, wantsPretty(request)));
  }

  private handlerOf(method: DescMethod): BoundHandler {
    const handler = this.registry.find(method);
    if (handler === undefined) throw new UnimplementedError(`${method.name} is not offered here`);
    return handler;
  }

  private async decode(request: IncomingMessage, match: RouteMatch): Promise<Message> {
    const message =
      match.source === 'body'
        ? messageFromJson(
            match.method.input,
            (await readBody(request, this.config.maxBodyBytes)).toString(),
            this.config.maxJsonDepth,
          )
        : messageFromQuery(match.method.input, queryOf(request));
    const fields: Record<string, unknown> = message;
    for (const { field, value } of match.parameters) fields[field.localName] = value;
    return message;
  }
}

/** The path of a request, without its query. */
export function pathOf({ url = '/' }: IncomingMessage): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

function queryOf({ url = '/' }: IncomingMessage): string {
  const start = url.indexOf('?');
  return start === -1 ? '' : url.slice(start + 1);
}

/** Source: contract/management-api.md 1.1, `?pretty`. */
function wantsPretty(request: IncomingMessage): boolean {
  if (request.headers.accept === 'application/json+pretty') return true;
  const query = queryOf(request);
  return query !== '' && new URLSearchParams(query).has('pretty');
}

function encode(method: DescMethod, message: Message, pretty: boolean): string | Uint8Array {
  if (!isMessage(message, HttpBodySchema)) return messageToJson(method.output, message, pretty);
  // Not a message but a document of the handler's own; pretty output keeps its zero values (management-api.md 1.6).
  if (!pretty) return message.data;
  return JSON.stringify(JSON.parse(Buffer.from(message.data).toString()), undefined, 2);
}
