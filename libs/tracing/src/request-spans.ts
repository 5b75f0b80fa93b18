import { type IncomingMessage, type ServerResponse } from 'node:http';
import { SpanKind, SpanStatusCode, type Span, type Tracer } from '@opentelemetry/api';
import { nameTrace } from '@pennon/observability';
import { attribute } from './attributes';
import { parentContext } from './parent-context';
import { traceFields } from './trace-fields';

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
function end(span: Span, { headersSent, statusCode }: ServerResponse): void {
  if (headersSent) span.setAttribute(attribute.responseStatus, statusCode);
  if (headersSent && statusCode >= 500) {
    span.setAttribute(attribute.errorType, `${statusCode}`).setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
}
