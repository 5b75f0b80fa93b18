import { gunzipSync } from 'node:zlib';
import { type Answer, type Api, type Request } from '../../support/http';
import { callOfRequest, type GrpcCall } from '../grpc/call-of-request';

/** A published client of another language: how it writes down what it asks. */
export interface PublishedClient {
  readonly name: string;
  /** The request with which it asks the same; undefined when it has no call for that. */
  write(asked: Request, call: GrpcCall): Request | undefined;
}

/** An API to which everything is written as a published client writes it, if that client can ask it at all. */
export class PublishedClientApi implements Api {
  /** How many requests the client has written. */
  written = 0;

  constructor(
    private readonly client: PublishedClient,
    private readonly http: Api,
  ) {}

  async send(asked: Request): Promise<Answer> {
    const call = callOfRequest(asked);
    const request = typeof call === 'string' ? undefined : this.client.write(asked, call);
    if (request === undefined) return this.http.send(asked);
    this.written += 1;
    return unpacked(await this.http.send(request));
  }
}

/** The request with further headers. */
export function withHeaders(request: Request, headers: Readonly<Record<string, string>>): Request {
  return { ...request, headers: { ...request.headers, ...headers } };
}

function unpacked({ status, headers, body }: Answer): Answer {
  return { status, headers, body: headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body };
}
