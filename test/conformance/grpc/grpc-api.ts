import { status } from '@grpc/grpc-js';
import { fromBinary, toJson, type DescMethod } from '@bufbuild/protobuf';
import { anyUnpack, StructSchema } from '@bufbuild/protobuf/wkt';
import { StatusSchema } from '../../../libs/proto/src/gen/google/rpc/status_pb';
import { fliptOfrep } from '@pennon/proto';
import { pathOf, type GrpcAnswer, type GrpcClient } from '../../support/grpc-client';
import { type Answer, type Api, type Request } from '../../support/http';
import { callOfRequest, type Uncallable } from './call-of-request';
import { shortenFloats } from './shorten-floats';

/** HTTP statuses by gRPC codes, as far as answers have them. */
const httpStatuses = new Map([
  [status.OK, 200],
  [status.INVALID_ARGUMENT, 400],
  [status.NOT_FOUND, 404],
  [status.FAILED_PRECONDITION, 400],
  [status.UNIMPLEMENTED, 501],
  [status.INTERNAL, 500],
]);

/** OFREP's names of gRPC codes. */
const ofrepCodes = new Map([
  [status.INVALID_ARGUMENT, 'INVALID_CONTEXT'],
  [status.NOT_FOUND, 'FLAG_NOT_FOUND'],
]);

/** Metadata in place of headers; all others keep their names. */
const metadataNames = new Map([['if-none-match', 'grpcgateway-if-none-match']]);

/**
 * The gRPC door as if it were the HTTP door: what is asked by HTTP is asked over gRPC, and answered with what HTTP
 * would say. What has no counterpart over gRPC is sent by HTTP after all, and noted.
 */
export class GrpcApi implements Api {
  /** Why requests were sent by HTTP, in their order. */
  readonly sentByHttp: Uncallable[] = [];

  constructor(
    private readonly client: Pick<GrpcClient, 'sendMessage'>,
    private readonly http: Api,
  ) {}

  async send(request: Request): Promise<Answer> {
    const call = callOfRequest(request);
    if (typeof call === 'string') {
      this.sentByHttp.push(call);
      return this.http.send(request);
    }
    const { method, request: message } = call;
    const metadata = metadataOf(request.headers ?? {});
    return httpAnswer(method, await this.client.sendMessage(method, message, { metadata }));
  }
}

function metadataOf(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const named = Object.entries(headers).map(([name, value]) => {
    const lower = name.toLowerCase();
    return [metadataNames.get(lower) ?? lower, value];
  });
  return Object.fromEntries(named) as Readonly<Record<string, string>>;
}

function httpAnswer(method: DescMethod, answer: GrpcAnswer): Answer {
  const [tag] = answer.headers.get('x-etag');
  const headers = tag === undefined ? {} : { etag: tag.toString() };
  if (answer.headers.get('x-http-code')[0] === '304') {
    return { status: 304, headers, body: answer.bytes };
  }
  const code = httpStatuses.get(answer.code);
  if (code === undefined) throw new Error(`${pathOf(method)}: ${answer.code} ${answer.details}`);
  const json = code === 200 ? messageOf(method, answer) : errorOf(method, answer);
  return { status: code, headers, body: Buffer.from(JSON.stringify(json)) };
}

function messageOf({ output }: DescMethod, { bytes }: GrpcAnswer): unknown {
  const message = fromBinary(output, bytes);
  shortenFloats(output, message);
  return toJson(output, message, { alwaysEmitImplicit: true });
}

function errorOf({ parent }: DescMethod, { code, details, trailers }: GrpcAnswer): unknown {
  if (parent !== fliptOfrep.OFREPService) return { code, message: details, details: [] };
  const key = flagKeyOf(trailers.get('grpc-status-details-bin')[0]);
  return { ...(key !== undefined && { key }), errorCode: ofrepCodes.get(code), errorDetails: details };
}

/** The flag that an error is about, from the one detail of the status. */
function flagKeyOf(detail: string | Buffer | undefined): unknown {
  if (!Buffer.isBuffer(detail)) return undefined;
  const [any, ...others] = fromBinary(StatusSchema, detail).details;
  const struct = any === undefined ? undefined : anyUnpack(any, StructSchema);
  expect([struct === undefined, others]).toEqual([false, []]);
  return struct?.fields['ofrep-flag-key']?.kind.value;
}
