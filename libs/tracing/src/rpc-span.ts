import { SpanKind, SpanStatusCode, type Context, type Span, type Tracer } from '@opentelemetry/api';
import { type DescMethod } from '@bufbuild/protobuf';
import { status } from '@grpc/grpc-js';
import { type FollowedCall } from '@pennon/api';
import { attribute } from './attributes';

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
