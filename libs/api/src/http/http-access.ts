import { type IncomingMessage, type ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import { type DescMethod } from '@bufbuild/protobuf';
import { type AccessLine, type AccessLines, isProbe, traceFieldsOf } from '@pennon/platform';
import { clientOf } from '../rpc/caller';
import { type HttpCall } from './http-call';
import { idOf } from './whole-request';
import { pathOf } from './request-path';
import { peerOf } from '../connections/forwarded-peer';
import { type TrustedProxies } from '../connections/trusted-proxies';

/** How a call over HTTP has ended. */
export interface HttpEnding {
  /** Of HTTP. */
  readonly status: number;
  /** Number of the gRPC code; 0 for success. */
  readonly code: number;
  readonly durationMs: number;
}

/** The access lines of HTTP: of calls, and of everything else except probes. */
export class HttpAccess {
  /** @param lines Undefined where nothing is logged. */
  constructor(
    private readonly lines: AccessLines | undefined,
    private readonly proxies: TrustedProxies,
  ) {}

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

  /** A request that is no call: its line is written when the response is closed. */
  watch(request: IncomingMessage, response: ServerResponse): void {
    const { lines } = this;
    if (lines?.areOn !== true || isProbe(request)) return;
    const begunAt = performance.now();
    response.once('close', () => {
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
