import { type IncomingMessage, type ServerResponse } from 'node:http';
import { Logger } from '@nestjs/common';
import { isMessage, type DescMethod, type Message } from '@bufbuild/protobuf';
import { type OfrepConfig, type ServerConfig } from '@pennon/config';
import { errorBody, ofrepErrorBody } from '../errors/error-body';
import { logFailure } from '../errors/error-log';
import { errorStatus } from '../errors/error-status';
import { OFREPService } from '../gen/flipt/ofrep_pb';
import { HttpBodySchema } from '../gen/google/api/httpbody_pb';
import { messageFromJson, messageToJson } from '../json/message-json';
import { normaliseOfrepJson } from '../json/normalise-ofrep-json';
import { parseJson } from '../json/parse-json';
import { PreparedAnswer } from '../rpc/prepared-answer';
import { type AnyAnswer, type OfferedRpc, type RpcRegistry } from '../rpc/rpc-registry';
import { HttpCall } from './http-call';
import { messageFromQuery } from './query';
import { readBody } from './read-body';
import { replyJson, replyNotModified, replyPrepared } from './reply';
import { type RouteMatch } from './route-table';

/** What the HTTP door needs of the configuration. */
export interface HttpDoorConfig {
  readonly server: Pick<ServerConfig, 'maxBodyBytes' | 'maxJsonDepth'>;
  readonly ofrep: OfrepConfig;
}

/**
 * The HTTP door: a JSON view of the RPCs.
 *
 * Decoding comes before everything else and the handler last, so that the same error wins as on the gRPC door
 * (contract/management-api.md 0.1). Both lanes answer through this one object.
 */
export class HttpDoor {
  private readonly logger = new Logger('http');

  constructor(
    private readonly config: HttpDoorConfig,
    private readonly registry: RpcRegistry,
  ) {}

  /** Answers the request that took this route; never rejects. */
  async answer(request: IncomingMessage, response: ServerResponse, match: RouteMatch): Promise<void> {
    try {
      const rpc = this.registry.get(match.method);
      const isFromBody = match.source === 'body';
      const body = isFromBody ? await readBody(request, this.config.server.maxBodyBytes) : undefined;
      const message = body === undefined ? decodeQuery(request, match) : this.decodeBody(body, match, rpc);
      const call = new HttpCall(request, response);
      const answered = rpc.handle(withParameters(message, match), call);
      // Waiting for what is there already costs a turn of the queue, which evaluation can do without.
      const answer = answered instanceof Promise ? await answered : answered;
      if (call.isNotModified) replyNotModified(request, response);
      else await reply(request, response, match.method, answer, rpc);
    } catch (error) {
      this.refuse(request, response, error);
    }
  }

  /** Answers with the status of `error`, and logs it as loudly as its row says. */
  refuse(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    const status = errorStatus(error);
    const path = pathOf(request);
    logFailure(this.logger, status, error, { verb: request.method, path });
    const body = /^\/ofrep(\/|$)/.test(path) ? ofrepErrorBody : errorBody;
    // A tag would name an answer that the caller does not get.
    response.removeHeader('ETag');
    replyJson(request, response, status.http, body(status, wantsPretty(request)));
  }

  private decodeBody(body: Buffer, { method }: RouteMatch, { shortcut }: OfferedRpc): Message {
    const parsed = parseJson(body.toString());
    const json =
      method.parent === OFREPService ? normaliseOfrepJson(parsed, this.config.ofrep.dialect) : parsed;
    return shortcut?.decode(json) ?? messageFromJson(method.input, json, this.config.server.maxJsonDepth);
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

async function reply(
  request: IncomingMessage,
  response: ServerResponse,
  method: DescMethod,
  answer: AnyAnswer,
  rpc: OfferedRpc,
): Promise<void> {
  const pretty = wantsPretty(request);
  if (!(answer instanceof PreparedAnswer)) {
    replyJson(request, response, 200, encode(method, answer, rpc, pretty));
  } else if (pretty) {
    replyJson(request, response, 200, messageToJson(method.output, answer.message(), true));
  } else {
    await replyPrepared(request, response, await answer.json());
  }
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
