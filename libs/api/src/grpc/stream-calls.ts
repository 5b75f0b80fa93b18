import { type handleServerStreamingCall, type ServerWritableStream } from '@grpc/grpc-js';
import { type DescMethod } from '@bufbuild/protobuf';
import { Logger } from '@nestjs/common';
import { NotServingError } from '@pennon/domain';
import { Subject, takeUntil } from 'rxjs';
import { logFailure } from '../errors/error-log';
import { errorStatus } from '../errors/error-status';
import { type RpcRegistry } from '../rpc/rpc-registry';
import { GrpcCall } from './grpc-call';
import { grpcStatusOf } from './grpc-status';
import { messageFromBinary, messageToBinary } from './message-binary';
import { pathOfMethod } from './service-definition';

type StreamCall = ServerWritableStream<Buffer, Buffer>;

/** Answers calls that take one message and give a stream of them, until the caller goes away or the door closes. */
export class StreamCalls {
  private readonly logger = new Logger('grpc');
  private readonly underWay = new Set<StreamCall>();

  constructor(private readonly registry: RpcRegistry) {}

  /** What grpc-js calls for the method. */
  handlerOf(method: DescMethod): handleServerStreamingCall<Buffer, Buffer> {
    return (call) => {
      this.answer(method, call);
    };
  }

  /** Ends every stream, so that its caller asks another instance. */
  end(): void {
    for (const call of this.underWay) call.emit('error', grpcStatusOf(errorStatus(new NotServingError())));
  }

  private answer(method: DescMethod, call: StreamCall): void {
    const refuse = (error: unknown): void => {
      const status = errorStatus(error);
      logFailure(this.logger, status, error, { path: pathOfMethod(method) });
      call.emit('error', grpcStatusOf(status));
    };
    const gone = new Subject<void>();
    this.underWay.add(call);
    call.once('close', () => {
      this.underWay.delete(call);
      gone.next();
    });
    try {
      const request = messageFromBinary(method.input, call.request);
      const messages = this.registry.getStream(method).handle(request, new GrpcCall(call));
      messages.pipe(takeUntil(gone)).subscribe({
        next: (message) => call.write(messageToBinary(method.output, message)),
        error: refuse,
        complete: () => call.end(),
      });
    } catch (error) {
      refuse(error);
    }
  }
}
