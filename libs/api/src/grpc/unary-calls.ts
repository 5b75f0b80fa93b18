import { type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import { type DescMessage, type DescMethod, type Message } from '@bufbuild/protobuf';
import { Logger } from '@nestjs/common';
import { DeadlineExceededError } from '@pennon/domain';
import { RpcCounts, traceFieldsOf } from '@pennon/platform';
import { logFailure } from '../errors/error-log';
import { errorStatus } from '../errors/error-status';
import { type TrustedProxies } from '../connections/trusted-proxies';
import type { CallObservers, CallTracer } from '../rpc/call-observers';
import { type Gate } from '../rpc/gate';
import { type Answer, type ServedRpc } from '../rpc/rpc';
import { JsonAnswer } from '../rpc/json-answer';
import { PreparedAnswer } from '../rpc/prepared-answer';
import { type RpcRegistry } from '../rpc/rpc-registry';
import { followedAccess, GrpcAccess } from './grpc-access';
import { GrpcCall, type RequestMetadata } from './grpc-call';
import { grpcStatusOf } from './grpc-status';
import { messageFromBinary, messageToBinary } from './message-binary';
import { pathOfMethod } from './grpc-server';
import { UnaryExchange, type MessageLimits, type UnaryHandler } from './unary-exchange';

/** What a caller gets who holds the answer already. */
const nothing = Buffer.alloc(0);

/** Makes the call of an exchange, which is counted, and followed, from then on. */
type BeginCall = (metadata: RequestMetadata, exchange: UnaryExchange) => GrpcCall;

/**
 * Answers calls that take and give one message.
 *
 * Decoding comes first and the handler last, as on the HTTP door, so that the same error wins on both. Callers without
 * a credential are refused before a large message is read.
 */
export class UnaryCalls {
  private readonly logger = new Logger('grpc');
  private readonly served = new Map<
    string,
    { readonly method: DescMethod; readonly handler: UnaryHandler }
  >();

  /**
   * @param maxTime Longest time until the answer, in milliseconds; 0 is unlimited.
   * @param isFollower Whether somebody else answers the RPCs that have no handler here.
   */
  constructor(
    private readonly registry: RpcRegistry,
    private readonly gate: Gate,
    private readonly proxies: TrustedProxies,
    private readonly maxTime: number,
    private readonly limits: MessageLimits,
    private readonly observers: CallObservers = {},
    private readonly isFollower = false,
  ) {}

  /** Answers calls of the method from now on. */
  serve(method: DescMethod): void {
    const { tracer } = this.observers;
    const begin = tracer === undefined ? this.plain(method) : this.traced(method, tracer);
    const handler: UnaryHandler = {
      answer: (request, metadata, exchange) => {
        this.answer(method, request, begin(metadata, exchange), exchange);
      },
      admitLarge: (metadata, exchange) => {
        this.admitLarge(method, metadata, exchange, begin);
      },
    };
    this.served.set(pathOfMethod(method), { method, handler });
  }

  private accessOf(method: DescMethod): GrpcAccess {
    const { counts = new RpcCounts(), lines } = this.observers;
    return new GrpcAccess(method, counts.of(method), lines);
  }

  private plain(method: DescMethod): BeginCall {
    const access = this.accessOf(method);
    return (metadata, exchange) => {
      const call = new GrpcCall(metadata, exchange, this.proxies);
      exchange.noteIn(access, call);
      return call;
    };
  }

  private traced(method: DescMethod, tracer: CallTracer): BeginCall {
    const access = this.accessOf(method);
    return (metadata, exchange) => {
      const call = new GrpcCall(metadata, exchange, this.proxies);
      exchange.noteIn(followedAccess(access, tracer.followGrpc(method, call)), call);
      return call;
    };
  }

  /**
   * Answers the call that a stream is, if it is for a {@link serve}d method; all others are left alone, and so is what
   * does not say that it is gRPC. Returns whether it was taken.
   */
  take(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): boolean {
    const served = this.served.get(headers[':path'] ?? '');
    if (served === undefined || headers['content-type']?.startsWith('application/grpc') !== true)
      return false;
    // Which RPCs have a handler is known only when calls come.
    if (this.isFollower && !this.registry.has(served.method)) return false;
    new UnaryExchange(stream, headers, this.limits, served.handler);
    return true;
  }

  private admitLarge(
    method: DescMethod,
    metadata: RequestMetadata,
    exchange: UnaryExchange,
    begin: BeginCall,
  ): void {
    try {
      this.registry.get(method);
      this.gate.admitLarge(method, new GrpcCall(metadata, exchange, this.proxies));
    } catch (error) {
      this.refuse(method, begin(metadata, exchange), exchange, error);
    }
  }

  private answer(method: DescMethod, bytes: Buffer, call: GrpcCall, exchange: UnaryExchange): void {
    try {
      const rpc = this.registry.get(method);
      const request = messageFromBinary(method.input, bytes, rpc.binaryShortcut);
      const admitted = this.gate.admit(method, request, call);
      const answered =
        admitted === undefined ? rpc.handle(request, call) : admitted.then(() => rpc.handle(request, call));
      if (answered instanceof Promise || answered instanceof PreparedAnswer) {
        void this.answerLater(method, call, encode(method, rpc, answered, call), exchange);
      } else {
        const isHeld = call.isNotModified;
        const answer = isHeld ? nothing : binaryOf(method, rpc, answered);
        call.sendHeaders();
        exchange.succeed(answer);
      }
    } catch (error) {
      this.refuse(method, call, exchange, error);
    }
  }

  private async answerLater(
    method: DescMethod,
    call: GrpcCall,
    encoded: Promise<Buffer>,
    exchange: UnaryExchange,
  ): Promise<void> {
    try {
      const answer = await this.inTime(encoded);
      call.sendHeaders();
      exchange.succeed(answer);
    } catch (error) {
      this.refuse(method, call, exchange, error);
    }
  }

  private async inTime<T>(answered: Promise<T>): Promise<T> {
    if (this.maxTime === 0) return answered;
    let overdue: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      overdue = setTimeout(() => {
        reject(new DeadlineExceededError(`the answer took longer than ${this.maxTime} ms`));
      }, this.maxTime);
    });
    try {
      return await Promise.race([answered, late]);
    } finally {
      clearTimeout(overdue);
    }
  }

  private refuse(method: DescMethod, call: GrpcCall, exchange: UnaryExchange, error: unknown): void {
    const status = errorStatus(error);
    this.gate.refused(method, call, status, error);
    const req = { id: call.requestId, rpc: pathOfMethod(method) };
    logFailure(this.logger, status, error, { req, ...traceFieldsOf(call) });
    call.sendHeadersOfRefusal();
    exchange.fail(grpcStatusOf(status, method, error));
  }
}

async function encode(
  method: DescMethod,
  rpc: ServedRpc,
  answered: Answer | Promise<Answer>,
  call: GrpcCall,
): Promise<Buffer> {
  const answer = await answered;
  if (call.isNotModified) return nothing;
  return answer instanceof PreparedAnswer ? answer.binary() : binaryOf(method, rpc, answer);
}

function binaryOf(
  { output }: DescMethod,
  { binaryShortcut }: ServedRpc,
  answer: Message | JsonAnswer<DescMessage>,
): Buffer {
  const message = answer instanceof JsonAnswer ? answer.message() : answer;
  return messageToBinary(output, message, binaryShortcut);
}
