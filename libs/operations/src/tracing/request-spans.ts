import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DescMethod } from '@bufbuild/protobuf';
import { status } from '@grpc/grpc-js';
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TextMapGetter,
  type Tracer,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import type { FollowedCall } from '@pennon/api';
import { nameTrace, type TraceFields } from '@pennon/platform';
import { attribute } from './attributes';

/** Finds a header, or metadata, by its name in lower case. */
export type FindHeader = (name: string) => string | undefined;

const propagator = new W3CTraceContextPropagator();

const getter: TextMapGetter<FindHeader> = {
  get: (find, name) => find(name),
  // Nothing that the propagator asks.
  keys: () => [],
};

/**
 * The context that a caller says it calls from (`traceparent`, `tracestate`), or the root for one that says nothing.
 */
export function parentContext(find: FindHeader): Context {
  return propagator.extract(ROOT_CONTEXT, find, getter);
}

/** How log lines name the span. */
export function traceFields(span: Span): TraceFields {
  const { traceId, spanId } = span.spanContext();
  return { trace_id: traceId, span_id: spanId };
}

/**
 * The server spans of HTTP requests. They tell method, route and status: a path may hold keys of callers, a query
 * credentials, and an address is that of a person.
 */
export class RequestSpans {
  private readonly spans = new WeakMap<IncomingMessage, Span>();

  /** @param scheme What requests come over. */
  constructor(
    private readonly tracer: Tracer,
    private readonly scheme: 'http' | 'https',
  ) {}

  /** The span of the request: it begins when it is first asked for, and ends with the response. */
  of(request: IncomingMessage, response: ServerResponse): Span {
    const known = this.spans.get(request);
    if (known !== undefined) return known;
    const span = this.begin(request);
    this.spans.set(request, span);
    nameTrace(request, traceFields(span));
    response.once('close', () => {
      end(span, response);
    });
    return span;
  }

  private begin({ method = 'GET', headers }: IncomingMessage): Span {
    const attributes = { [attribute.requestMethod]: method, [attribute.scheme]: this.scheme };
    const parent = parentContext((name) => headers[name]?.toString());
    return this.tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
  }
}

/** A caller who has gone away before the answer has no status. */
function end(span: Span, response: ServerResponse): void {
  const { headersSent, statusCode } = response;
  if (headersSent) span.setAttribute(attribute.responseStatus, statusCode);
  // Flipt answers 501 to a wrong method, which is the caller's mistake; `Allow` tells it from a fault of the server.
  if (headersSent && statusCode >= 500 && !response.hasHeader('Allow')) {
    span.setAttribute(attribute.errorType, `${statusCode}`).setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
}

/** Codes that are the fault of a server. Source: the semantic conventions of OpenTelemetry for gRPC. */
const faults: ReadonlySet<number> = new Set([
  status.UNKNOWN,
  status.DEADLINE_EXCEEDED,
  status.UNIMPLEMENTED,
  status.INTERNAL,
  status.UNAVAILABLE,
  status.DATA_LOSS,
]);

/** The span of an RPC: `<package>.<Service>/<Method>`, and how it ended. */
export class RpcSpan implements FollowedCall {
  private constructor(readonly span: Span) {}

  /** @param kind `SERVER` where the call came as gRPC; `INTERNAL` within the span of an HTTP request. */
  static begin(tracer: Tracer, { name, parent }: DescMethod, kind: SpanKind, context: Context): RpcSpan {
    const method = `${parent.typeName}/${name}`;
    const attributes = {
      ...(kind === SpanKind.SERVER && { [attribute.rpcSystem]: 'grpc' }),
      [attribute.rpcMethod]: method,
    };
    return new RpcSpan(tracer.startSpan(method, { kind, attributes }, context));
  }

  /** What an error says is not told: it quotes what callers send. */
  end(code: number): void {
    const word = status[code] ?? `${code}`;
    this.span.setAttribute(attribute.rpcStatus, word);
    if (faults.has(code)) {
      this.span.setAttribute(attribute.errorType, word).setStatus({ code: SpanStatusCode.ERROR });
    }
    this.span.end();
  }
}
