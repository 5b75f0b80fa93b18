import { type IncomingMessage, type ServerResponse } from 'node:http';
import { Logger } from '@nestjs/common';
import {
  create,
  isMessage,
  type DescMessage,
  type DescMethod,
  type DescService,
  type Message,
} from '@bufbuild/protobuf';
import { type Config, type OfrepConfig, type ServerConfig } from '@pennon/config';
import { RpcCounts, traceFieldsOf } from '@pennon/platform';
import { MethodNotAllowedError } from '@pennon/domain';
import { detailInJson, detailsOf } from '../errors/error-details';
import { errorBody, ofrepErrorBody, errorStatus, type ErrorStatus } from '../errors/error-status';
import { logFailure } from '../errors/error-log';
import { EvaluationService, OFREPService, ExplainService, HttpBodySchema } from '@pennon/proto';
import { holdsJsonText, messageWithJson, withJsonAsText } from '../json/json-texts';
import { type EnumNames, messageFromJson, messageToJson, methodEnumNames } from '../json/message-json';
import { normaliseOfrepJson } from '../json/normalise-ofrep-json';
import { escapesSurrogates, parseJson, parseWholeJson } from '../json/parse-json';
import { type CallObservers } from '../rpc/call-observers';
import { MAX_ANONYMOUS_BYTES, type Gate } from '../rpc/gate';
import { isAuthRpc, takesDocument } from '../rpc/rpc-kinds';
import { type ServedRpc } from '../rpc/rpc';
import { JsonAnswer } from '../rpc/json-answer';
import { PreparedAnswer } from '../rpc/prepared-answer';
import { type RpcRegistry } from '../rpc/rpc-registry';
import { assertPlain, bodyAtHand, readBody, whenRead, type BodyBounds } from './read-body';
import { ForeignPages } from './foreign-pages';
import { HttpAccess } from './http-access';
import { HttpCall } from './http-call';
import { ofrepPathOf, pathOf } from './request-path';
import { isQueryParameter, parse } from './parameter';
import { assertLikePath, assertParameters, messageFromQuery, PRETTY, VIEW } from './query';
import { replyEmpty, replyJson, replyNotModified, replyPrepared, type AnswerHeaders } from './reply';
import { type RouteMatch } from '../rpc/route-table';
import { TrustedProxies } from '../connections/trusted-proxies';

/** What the HTTP door needs of the configuration. */
export interface HttpDoorConfig extends Pick<Config, 'cors' | 'authentication'> {
  readonly server: Pick<
    ServerConfig,
    'basePath' | 'maxBodyBytes' | 'maxImportBytes' | 'maxJsonDepth' | 'trustedProxies'
  >;
  readonly ofrep: OfrepConfig;
}

/** Most bytes of conflicts that the body of an error tells. */
const MAX_DETAIL_BYTES = 65_536;

/** Flipt was recorded to take null for an empty message where it evaluates; an explanation takes the same bodies. */
const takersOfNull: readonly DescService[] = [EvaluationService, ExplainService];

/**
 * The HTTP door: a JSON view of the RPCs.
 *
 * Decoding comes before everything else and the handler last, so that the same error wins as on the gRPC door. Callers
 * without a credential are refused before a large body is read, and callers who may not import before the document is.
 */
export class HttpDoor {
  private readonly logger = new Logger('http');
  private readonly proxies: TrustedProxies;
  private readonly pages: ForeignPages;
  private readonly access: HttpAccess;
  private readonly counts: RpcCounts;
  /** What login methods are called in answers about them. */
  private readonly methodNames: EnumNames;

  constructor(
    private readonly config: HttpDoorConfig,
    private readonly registry: RpcRegistry,
    private readonly gate: Gate,
    { counts = new RpcCounts(), lines }: CallObservers = {},
  ) {
    this.counts = counts;
    this.methodNames = methodEnumNames(config.authentication.methodNames);
    this.proxies = new TrustedProxies(config.server.trustedProxies);
    this.pages = new ForeignPages(config);
    this.access = new HttpAccess(lines, this.proxies);
  }

  /**
   * Answers the request that took this route; never rejects.
   *
   * @returns The number of the gRPC code that the RPC ended with.
   */
  async answer(
    request: IncomingMessage,
    response: ServerResponse,
    match: RouteMatch,
    call: HttpCall,
  ): Promise<number> {
    const { method } = match;
    const count = this.counts.of(method);
    const begunAt = count.begin();
    // What tells of credentials is for the eyes of one.
    if (isAuthRpc(method)) response.setHeader('Cache-Control', 'no-store');
    try {
      const rpc = this.registry.get(method);
      const isFromBody = match.source === 'body';
      // A large body is not read for a caller who must not change the namespace of the path. What the body names beside
      // it is checked afterwards.
      const isAdmittedFirst = takesDocument(method);
      if (isAdmittedFirst) await this.gate.admit(method, withParameters(create(method.input), match), call);
      if (isFromBody) assertPlain(request);
      const read = isFromBody
        ? (bodyAtHand(request) ?? readBody(request, this.boundsOf(method, call)))
        : undefined;
      const body = read instanceof Promise ? await read : read;
      if (match.isStrict) assertParameters(queryOf(request), match);
      const decoded = body === undefined ? decodeQuery(request, match) : this.decodeBody(body, match, rpc);
      const message = withParameters(decoded, match);
      if (isAdmittedFirst) this.gate.admitWhole(method, message, call);
      const admitted = isAdmittedFirst ? undefined : this.gate.admit(method, message, call);
      // Waiting for what is there already costs a turn of the queue, which evaluation can do without.
      if (admitted !== undefined) await admitted;
      this.pages.assertMay(request, method);
      const answered = rpc.handle(message, call);
      const answer = answered instanceof Promise ? await answered : answered;
      const { status, answerHeaders: headers } = call;
      if (status === 304) {
        replyNotModified(request, response, headers);
      } else if (answer instanceof PreparedAnswer) {
        await this.replyPrepared(request, response, method, answer, headers);
      } else {
        const { body, length } = encode(method, answer, this.formOf(request, method, call));
        replyJson(request, response, status, body, headers, length);
      }
      this.access.end(request, method, call, { status, code: 0, durationMs: count.end(0, begunAt) });
      return 0;
    } catch (error) {
      const status = errorStatus(error);
      const { grpc: code } = status;
      const answered = call.refusalLocation === undefined ? status.http : 302;
      this.access.end(request, method, call, {
        status: answered,
        code,
        durationMs: count.end(code, begunAt),
      });
      this.gate.refused(method, call, status, error);
      this.replyRefusal(request, response, status, error, { method, location: call.refusalLocation });
      return code;
    }
  }

  /** Answers the request once its body is here, so that there is nothing to wait for. */
  answerWhole(request: IncomingMessage, response: ServerResponse, match: RouteMatch): void {
    const call = this.callOf(request, response, match);
    const answer = (): void => void this.answer(request, response, match, call);
    // A document is read once its caller is admitted.
    if (match.source !== 'body' || takesDocument(match.method)) answer();
    else whenRead(request, this.boundsOf(match.method, call), answer);
  }

  /** What handlers are told of the request. */
  protected callOf(request: IncomingMessage, response: ServerResponse, { path }: RouteMatch): HttpCall {
    return new HttpCall(request, response, path, this.proxies, this.config.server.basePath);
  }

  /** Follows a request that is no call of an RPC, from now to the end of its response. */
  watch(request: IncomingMessage, response: ServerResponse): void {
    this.access.watch(request, response);
  }

  private async replyPrepared(
    request: IncomingMessage,
    response: ServerResponse,
    { output }: DescMethod,
    answer: PreparedAnswer<DescMessage>,
    headers: AnswerHeaders | undefined,
  ): Promise<void> {
    if (!wantsPretty(request)) await replyPrepared(request, response, await answer.json(), headers);
    else replyJson(request, response, 200, messageToJson(output, answer.message(), true), headers);
  }

  /**
   * Answers with the status of `error`, and logs it as loudly as its row says. A path that exists answers OPTIONS with
   * its methods.
   */
  refuse(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    const isOfMethod = error instanceof MethodNotAllowedError;
    if (isOfMethod) response.setHeader('Allow', error.allowed.join(', '));
    if (isOfMethod && request.method === 'OPTIONS') replyEmpty(request, response, 204);
    else this.replyRefusal(request, response, errorStatus(error), error);
  }

  private formOf(request: IncomingMessage, method: DescMethod, { enumNames }: HttpCall): JsonForm {
    const usual = isAuthRpc(method) ? this.methodNames : undefined;
    const hasJson = holdsJsonText(method.output) && new URLSearchParams(queryOf(request)).has(VIEW);
    return { pretty: wantsPretty(request), enumNames: enumNames ?? usual, hasJson };
  }

  private boundsOf(method: DescMethod, call: HttpCall): BodyBounds {
    const admitLarge = (): void => {
      this.gate.admitLarge(method, call);
    };
    return { limit: this.maxBodyBytesOf(method), admitLarge };
  }

  private maxBodyBytesOf(method: DescMethod): number {
    const { maxBodyBytes, maxImportBytes } = this.config.server;
    if (takesDocument(method)) return maxImportBytes;
    return isAuthRpc(method) ? Math.min(maxBodyBytes, MAX_ANONYMOUS_BYTES) : maxBodyBytes;
  }

  private replyRefusal(
    request: IncomingMessage,
    response: ServerResponse,
    status: ErrorStatus,
    error: unknown,
    { method, location }: { readonly method?: DescMethod; readonly location?: string | undefined } = {},
  ): void {
    const path = pathOf(request);
    const req = { id: request.id, verb: request.method, path };
    logFailure(this.logger, status, error, { req, ...traceFieldsOf(request) });
    const ofrep = ofrepPathOf(path);
    // The place would be that of an answer which the caller does not get.
    response.removeHeader('Location');
    if (location !== undefined) response.setHeader('Location', location);
    else if (status.http === 401 && ofrep === undefined) response.setHeader('WWW-Authenticate', 'Bearer');
    const { retryAfterS } = status;
    if (location === undefined && retryAfterS !== undefined) response.setHeader('Retry-After', retryAfterS);
    if (status.http === 415) response.setHeader('Accept-Encoding', 'identity');
    const code = location === undefined ? status.http : 302;
    const pretty = wantsPretty(request);
    // Providers take an error of one flag without its key for a broken answer; Flipt leaves the key out unless it has
    // looked for the flag.
    const named = this.config.ofrep.dialect === 'flipt' ? undefined : ofrep?.flagKey;
    const details = detailsOf(method, error, MAX_DETAIL_BYTES).map(detailInJson);
    const body =
      ofrep === undefined ? errorBody(status, pretty, details) : ofrepErrorBody(status, pretty, named);
    replyJson(request, response, code, body);
  }

  private decodeBody(body: Buffer, { method, isStrict }: RouteMatch, { shortcut }: ServedRpc): Message {
    const text = body.toString();
    const read = shortcut?.read?.(text);
    if (read !== undefined) return read;
    const plain = holdsJsonText(method.input) ? withJsonAsText(method.input, text) : text;
    const given = isStrict ? parseWholeJson(plain) : parseJson(plain);
    const parsed = given === null && takersOfNull.includes(method.parent) ? {} : given;
    const json =
      method.parent === OFREPService ? normaliseOfrepJson(parsed, this.config.ofrep.dialect) : parsed;
    // Asked last, because a body may be large, and most have no shortcut.
    const decoded = shortcut === undefined || escapesSurrogates(text) ? undefined : shortcut.decode(json);
    return decoded ?? messageFromJson(method.input, json, this.config.server.maxJsonDepth);
  }
}

/**
 * The message with the parameters of the path, which beat whatever else gave the same fields.
 *
 * @throws InvalidArgumentError if one of them does not parse.
 * @throws InvalidFieldError if the body of a strict call gives such a field another value: nobody knows which is meant.
 */
function withParameters(message: Message, { parameters, isStrict }: RouteMatch): Message {
  const fields: Record<string, unknown> = message;
  for (const { field, value } of parameters) {
    const { localName } = field;
    const given = fields[localName];
    if (isStrict && typeof given === 'string' && given !== '') assertLikePath(field, given, value);
    fields[localName] = isQueryParameter(field) ? parse(field, value) : value;
  }
  return message;
}

function decodeQuery(request: IncomingMessage, { method, parameters }: RouteMatch): Message {
  return messageFromQuery(
    method.input,
    queryOf(request),
    parameters.map(({ field }) => field),
  );
}

function queryOf({ url = '/' }: IncomingMessage): string {
  const start = url.indexOf('?');
  return start === -1 ? '' : url.slice(start + 1);
}

function wantsPretty(request: IncomingMessage): boolean {
  if (request.headers.accept === 'application/json+pretty') return true;
  const query = queryOf(request);
  return query !== '' && new URLSearchParams(query).has(PRETTY);
}

/** How an answer is to be written. */
interface JsonForm {
  readonly pretty: boolean;
  /** Undefined for the first names in `proto/`. */
  readonly enumNames: EnumNames | undefined;
  /** True for objects where the message holds them as text. */
  readonly hasJson: boolean;
}

/** A body, and how many bytes it has where that is known. */
interface Encoded {
  readonly body: string | Uint8Array;
  readonly length?: number | undefined;
}

function encode(
  method: DescMethod,
  answer: Message | JsonAnswer<DescMessage>,
  { pretty, enumNames, hasJson }: JsonForm,
): Encoded {
  if (answer instanceof JsonAnswer && !pretty && enumNames === undefined) {
    const body = answer.json();
    return { body, length: answer.isAscii ? body.length : undefined };
  }
  const message = answer instanceof JsonAnswer ? answer.message() : answer;
  if (isMessage(message, HttpBodySchema)) return { body: pretty ? indent(message.data) : message.data };
  if (hasJson) return { body: messageWithJson(method.output, message, pretty) };
  return { body: messageToJson(method.output, message, pretty, enumNames) };
}

/** Not a message but a document of the handler's own: indented it keeps its zero values. */
function indent(document: Uint8Array): string {
  return JSON.stringify(JSON.parse(Buffer.from(document).toString()), undefined, 2);
}
