import { request as open, type Agent, type IncomingHttpHeaders } from 'node:http';

/** A request that is sent as it is written: nothing tidies its path, verb or headers. */
export interface Request {
  /** `GET`, or `POST` when there is a body, unless given. */
  readonly verb?: string;
  /** Path and query, as they go into the request line. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Send the body in chunks, without telling its length. */
  readonly chunked?: boolean;
}

/** A whole answer. */
export interface Answer {
  /** What was asked. Those that {@link apiAt} gives have it. */
  readonly asked?: Asked;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Which call a request is. */
export interface Asked {
  readonly verb: string;
  /** With the query. */
  readonly path: string;
}

/** Something that answers requests. */
export interface Api {
  send(request: Request): Promise<Answer>;
}

/**
 * The API below that base URL. @param agent Its connections are used; every request has one of its own unless given.
 */
export function apiAt(url: string, agent: Agent | false = false): Api {
  return {
    async send({ verb, path, headers = {}, body, chunked = false }) {
      const length = body === undefined || chunked ? {} : { 'Content-Length': `${Buffer.byteLength(body)}` };
      return new Promise((resolve, reject) => {
        const { hostname, port } = new URL(url);
        const method = verb ?? (body === undefined ? 'GET' : 'POST');
        const options = { hostname, port, method, path, headers: { ...headers, ...length }, agent };
        const request = open(options, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.once('error', reject);
          response.once('end', () => {
            const { statusCode: status = 0, headers } = response;
            resolve({ asked: { verb: method, path }, status, headers, body: Buffer.concat(chunks) });
          });
        });
        request.once('error', reject);
        if (body !== undefined) request.write(body);
        request.end();
      });
    },
  };
}

/** A request that sends a value as JSON. */
export function jsonRequest(verb: 'POST' | 'PUT', path: string, value: unknown): Request {
  return { verb, path, body: JSON.stringify(value), headers: { 'Content-Type': 'application/json' } };
}

/** The value of an answer in JSON. */
export function jsonOf({ body }: Answer): unknown {
  return JSON.parse(body.toString());
}
