import { type IncomingMessage } from 'node:http';
import { type DescMethod } from '@bufbuild/protobuf';
import { requestIdOf, traceFieldsOf, type AccessLines } from '@pennon/observability';
import { pathOf } from './path-of';

/**
 * The access lines of calls of which only a sample is logged, on both lanes. The lines of all others are written by the
 * middleware of the framework's lane, which the fast lane does not pass through.
 */
export class HttpAccess {
  /** @param lines Undefined where nothing is logged. */
  constructor(private readonly lines: AccessLines | undefined) {}

  /** A call begins. */
  begin(request: IncomingMessage, method: DescMethod): void {
    if (idOf(request) !== undefined && this.lines?.isSampled(method) === true) this.lines.take(request);
  }

  /**
   * A call has ended.
   *
   * @param status Of HTTP.
   * @param code Number of the gRPC code; 0 for success.
   */
  end(request: IncomingMessage, method: DescMethod, status: number, code: number, durationMs: number): void {
    const { lines } = this;
    if (lines?.isSampleWanted(method, code, durationMs) !== true) return;
    const id = idOf(request) ?? requestIdOf(request.headers['x-request-id']);
    const req = { id, verb: request.method, path: pathOf(request) };
    lines.write({ req, res: { status }, durationMs, ...traceFieldsOf(request) });
  }
}

/** What the middleware has called the request; undefined on the fast lane. */
function idOf(request: { readonly id?: unknown }): string | undefined {
  return request.id as string | undefined;
}
