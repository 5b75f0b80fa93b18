import {
  status as Status,
  type handleServerStreamingCall,
  type Metadata,
  type ServerWritableStream,
} from '@grpc/grpc-js';
import { type DescMethod, type Message } from '@bufbuild/protobuf';
import { Logger } from '@nestjs/common';
import { NotServingError } from '@pennon/domain';
import { REQUEST_ID_HEADER, requestIdOf, type RpcCount, RpcCounts } from '@pennon/platform';
import { defer, Subject, switchAll, takeUntil, type Observable } from 'rxjs';
import { logFailure } from '../errors/error-log';
import { errorStatus } from '../errors/error-status';
import { type TrustedProxies } from '../connections/trusted-proxies';
import { type Gate } from '../rpc/gate';
import { type RpcRegistry } from '../rpc/rpc-registry';
import { GrpcCall } from './grpc-call';
import { grpcStatusOf } from './grpc-status';
import { messageFromBinary, messageToBinary } from './message-binary';
import { pathOfMethod } from './grpc-server';

const { OK, CANCELLED } = Status;

type StreamCall = ServerWritableStream<Buffer, Buffer>;

/** Answers calls that take one message and give a stream of them, until the caller goes away or the door closes. */
export class StreamCalls {
  private readonly logger = new Logger('grpc');
  private readonly underWay = new Set<StreamCall>();

  constructor(
    private readonly registry: RpcRegistry,
    private readonly gate: Gate,
    private readonly proxies: TrustedProxies,
    private readonly counts = new RpcCounts(),
  ) {}

  /** What grpc-js calls for the method. */
  handlerOf(method: DescMethod): handleServerStreamingCall<Buffer, Buffer> {
    const count = this.counts.of(method);
    return (call) => {
      this.answer(method, call, count);
    };
  }

  /** Ends every stream, so that its caller asks another instance. */
  end(): void {
    for (const call of this.underWay) call.emit('error', grpcStatusOf(errorStatus(new NotServingError())));
  }

  private answer(method: DescMethod, rawCall: StreamCall, count: RpcCount): void {
    const end = endingOnce(count);
    const call = this.callOf(rawCall);
    const { requestId } = call;
    const refuse = (error: unknown): void => {
      const status = errorStatus(error);
      end(status.grpc);
      this.gate.refused(method, call, status, error);
      logFailure(this.logger, status, error, { req: { id: requestId, rpc: pathOfMethod(method) } });
      const refusal = grpcStatusOf(status, method, error);
      refusal.metadata.set(REQUEST_ID_HEADER, requestId);
      rawCall.emit('error', refusal);
    };
    const gone = new Subject<void>();
    this.underWay.add(rawCall);
    rawCall.once('close', () => {
      end(CANCELLED);
      this.underWay.delete(rawCall);
      gone.next();
    });
    this.messagesOf(method, rawCall, call)
      .pipe(takeUntil(gone))
      .subscribe({
        next: (message) => {
          count.streamed++;
          rawCall.write(messageToBinary(method.output, message));
        },
        error: refuse,
        complete: () => {
          end(OK);
          rawCall.end();
        },
      });
  }

  private callOf(rawCall: StreamCall): GrpcCall {
    const requestId = requestIdOf(rawCall.metadata.get(REQUEST_ID_HEADER)[0]?.toString());
    const raw = {
      requestId,
      getPeer: () => rawCall.getPeer(),
      sendMetadata(metadata: Metadata) {
        rawCall.sendMetadata(metadata);
      },
    };
    const call = new GrpcCall(rawCall.metadata, raw, this.proxies);
    call.setHeader(REQUEST_ID_HEADER, requestId);
    return call;
  }

  /** Decoding, the gate and the handler, in this order; what one of them throws ends the stream. */
  private messagesOf(method: DescMethod, rawCall: StreamCall, call: GrpcCall): Observable<Message> {
    return defer(async () => {
      const request = messageFromBinary(method.input, rawCall.request);
      const stream = this.registry.getStream(method);
      await this.gate.admit(method, request, call);
      const messages = stream.handle(request, call);
      call.sendHeaders();
      return messages;
    }).pipe(switchAll());
  }
}

/** Counts a call that begins; what is returned counts its end, the first time. */
function endingOnce(count: RpcCount): (code: number) => void {
  const begunAt = count.begin();
  let hasEnded = false;
  return (code) => {
    if (!hasEnded) count.end(code, begunAt);
    hasEnded = true;
  };
}
