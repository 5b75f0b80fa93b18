import { type IncomingMessage, type ServerResponse } from 'node:http';
import { SpanKind, trace, ROOT_CONTEXT, type Context, type Span, type Tracer } from '@opentelemetry/api';
import { type DescMethod } from '@bufbuild/protobuf';
import { type OnApplicationShutdown } from '@nestjs/common';
import {
  CallTracer,
  JsonAnswer,
  type FollowedCall,
  type ServedRpc,
  type RouteMatch,
  type RpcCall,
} from '@pennon/api';
import { grpcHealth } from '@pennon/proto';
import { isProbe, nameTrace } from '@pennon/platform';
import { attribute } from './attributes';
import { failureAttributes, outcomeAttributes, questionAttributes, evaluations } from './evaluations';
import { parentContext, RequestSpans, RpcSpan, traceFields } from './request-spans';
import { type SpanCounts } from './span-counts';

/** What records spans. */
export interface Recorder {
  readonly tracer: Tracer;
  readonly counts: Readonly<SpanCounts>;
  /** Sends what is left; never rejects. */
  close(): Promise<void>;
}

/** What is told of the calls. */
export interface TracerOptions {
  readonly scheme: 'http' | 'https';
  readonly includeEntityIds: boolean;
}

const untraced: FollowedCall = { end: () => undefined };

/** Makes spans of requests and RPCs; which span is whose is looked up by the request or call itself (docs/adr/0020). */
export class SpanTracer extends CallTracer implements OnApplicationShutdown {
  private readonly requests: RequestSpans;
  private readonly calls = new WeakMap<RpcCall, Span>();

  constructor(
    private readonly recorder: Recorder,
    private readonly options: TracerOptions,
  ) {
    super();
    this.requests = new RequestSpans(recorder.tracer, options.scheme);
  }

  followRequest(request: IncomingMessage, response: ServerResponse): void {
    if (!isProbe(request)) this.requests.of(request, response);
  }

  followHttp(
    { method, path }: RouteMatch,
    call: RpcCall,
    request: IncomingMessage,
    response: ServerResponse,
  ): FollowedCall {
    const server = this.requests.of(request, response);
    server.updateName(`${request.method ?? 'GET'} ${path}`).setAttribute(attribute.route, path);
    return this.follow(method, call, SpanKind.INTERNAL, trace.setSpan(ROOT_CONTEXT, server));
  }

  followGrpc(method: DescMethod, call: RpcCall): FollowedCall {
    if (method.parent === grpcHealth.Health) return untraced;
    const parent = parentContext((name) => call.header(name));
    const followed = this.follow(method, call, SpanKind.SERVER, parent);
    nameTrace(call, traceFields(followed.span));
    return followed;
  }

  aroundHandler(method: DescMethod, handle: ServedRpc['handle']): ServedRpc['handle'] {
    const reading = evaluations.get(method);
    if (reading === undefined) return handle;
    return (request, call) => {
      const span = this.calls.get(call);
      if (span?.isRecording() !== true) return handle(request, call);
      // The map has seen to it that the reading is one of these messages.
      const question = reading.question(request as never, call);
      span.setAttributes(questionAttributes(question, this.options.includeEntityIds));
      const tell = <T>(answer: T): T => {
        const message = answer instanceof JsonAnswer ? answer.message() : answer;
        span.setAttributes(outcomeAttributes(reading.outcome(message as never)));
        return answer;
      };
      const fail = (error: unknown): never => {
        span.setAttributes(failureAttributes(error));
        throw error;
      };
      try {
        const answered = handle(request, call);
        return answered instanceof Promise ? answered.then(tell, fail) : tell(answered);
      } catch (error) {
        return fail(error);
      }
    };
  }

  /** The doors are closed by then, and every span has ended. */
  async onApplicationShutdown(): Promise<void> {
    await this.recorder.close();
  }

  private follow(method: DescMethod, call: RpcCall, kind: SpanKind, parent: Context): RpcSpan {
    const followed = RpcSpan.begin(this.recorder.tracer, method, kind, parent);
    this.calls.set(call, followed.span);
    return followed;
  }
}
