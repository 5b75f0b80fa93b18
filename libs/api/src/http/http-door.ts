import { type IncomingMessage, type ServerResponse } from 'node:http';
import { Injectable, Logger } from '@nestjs/common';
import { isMessage, type DescMethod, type Message } from '@bufbuild/protobuf';
import { type ServerConfig } from '@pennon/config';
import { UnimplementedError } from '@pennon/domain';
import { errorBody, errorStatus } from '../errors/error-status';
import { HttpBodySchema } from '../gen/google/api/httpbody_pb';
import { messageFromJson, messageToJson } from '../json/message-json';
import { parseJson } from '../json/parse-json';
import { RpcRegistry, type OfferedRpc } from '../rpc/rpc-registry';
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
      const rpc = this.offeredRpc(match.method);
      const body = match.source === 'body' ? await readBody(request, this.config.maxBodyBytes) : undefined;
      const message = body === undefined ? decodeQuery(request, match) : this.decodeBody(body, match, rpc);
      const answered = rpc.handle(withParameters(message, match));
      // Waiting for what is there already costs a turn of the queue, which evaluation can do without.
      const answer = answered instanceof Promise ? await answered : answered;
      replyJson(request, response, 200, encode(match.method, answer, rpc, pretty));
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
    replyJson(request, response, status.http, errorBody(status, wantsPretty(request)));
  }

  private offeredRpc(method: DescMethod): OfferedRpc {
    const rpc = this.registry.find(method);
    if (rpc === undefined) throw new UnimplementedError(`${method.name} is not offered here`);
    return rpc;
  }

  private decodeBody(body: Buffer, { method }: RouteMatch, { shortcut }: OfferedRpc): Message {
    const json = parseJson(body.toString());
    return shortcut?.decode(json) ?? messageFromJson(method.input, json, this.config.maxJsonDepth);
  }
}

/** The message with the parameters of the path, which beat whatever else gave the same fields. */
function withParameters(message: Message, { parameters }: RouteMatch): Message {
  const fields: Record<string, unknown> = message;
  for (const { field, value } of parameters) fields[field.localName] = value;
  return message;
}

function decodeQuery(request: IncomingMessage, { method, parameters }: RouteMatch): Message {
  return messageFromQuery(
    method.input,
    queryOf(request),
    parameters.map(({ field }) => field),
  );
}

/** The path of a request, without its query, also of one that names the whole URL (RFC 9112, 3.2.2). */
export function pathOf({ url = '/' }: IncomingMessage): string {
  if (!url.startsWith('/')) return URL.canParse(url) ? new URL(url).pathname : url;
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

function encode(
  method: DescMethod,
  message: Message,
  { shortcut }: OfferedRpc,
  pretty: boolean,
): string | Uint8Array {
  if (isMessage(message, HttpBodySchema)) return pretty ? indent(message.data) : message.data;
  return shortcut === undefined || pretty
    ? messageToJson(method.output, message, pretty)
    : shortcut.encode(message);
}

/** Not a message but a document of the handler's own: indented it keeps its zero values (management-api.md 1.6). */
function indent(document: Uint8Array): string {
  return JSON.stringify(JSON.parse(Buffer.from(document).toString()), undefined, 2);
}
