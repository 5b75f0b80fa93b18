import { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import { type DescMethod } from '@bufbuild/protobuf';
import { isProbe, traceFieldsOf, type AccessLine, type AccessLines } from '@pennon/observability';
import { clientOf } from '../rpc/client-of';
import { type HttpCall } from './http-call';
import { idOf } from './id-of';
import { pathOf } from './path-of';
import { peerOf } from './peer-of';
import { type TrustedProxies } from './trusted-proxies';

/** How a call over HTTP has ended. */
export interface HttpEnding {
  /** Of HTTP. */
  readonly status: number;
  /** Number of the gRPC code; 0 for success. */
  readonly code: number;
  readonly durationMs: number;
}

/** The access lines of HTTP: of calls on both lanes, and of what else the framework answers, except probes. */
export class HttpAccess {
  /** Requests on the framework's lane that no RPC has taken. */
  private readonly untaken = new WeakSet<IncomingMessage>();

  /** @param lines Undefined where nothing is logged. */
  constructor(
    private readonly lines: AccessLines | undefined,
    private readonly proxies: TrustedProxies,
  ) {}

  /** The framework's listener; a request that no RPC takes has its line when the response is closed. */
  around(framework: RequestListener): RequestListener {
    const { lines } = this;
    if (lines?.areOn !== true) return framework;
    return (request, response) => {
      if (!isProbe(request)) this.watch(request, response, lines);
      framework(request, response);
    };
  }

  /** An RPC takes the request, and {@link end} hears of its end. */
  begin(request: IncomingMessage): void {
    this.untaken.delete(request);
  }

  /** A call has ended. */
  end(
    request: IncomingMessage,
    method: DescMethod,
    call: HttpCall,
    { status, code, durationMs }: HttpEnding,
  ): void {
    const { lines } = this;
    if (lines?.isWanted(method, code, durationMs) !== true) return;
    lines.write({
      req: describe(request),
      client: clientOf(call),
      res: { status },
      durationMs,
      ...traceFieldsOf(request),
    });
  }

  private watch(request: IncomingMessage, response: ServerResponse, lines: AccessLines): void {
    const begunAt = performance.now();
    this.untaken.add(request);
    response.once('close', () => {
      if (!this.untaken.delete(request)) return;
      lines.write({
        req: describe(request),
        client: { address: this.proxies.clientOf(peerOf(request), request.headers['x-forwarded-for']) },
        res: { status: response.statusCode },
        durationMs: performance.now() - begunAt,
        ...traceFieldsOf(request),
      });
    });
  }
}

function describe(request: IncomingMessage): AccessLine['req'] {
  return { id: idOf(request), verb: request.method, path: pathOf(request) };
}
