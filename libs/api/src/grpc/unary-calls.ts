import { type handleUnaryCall, type sendUnaryData, type ServerUnaryCall } from '@grpc/grpc-js';
import { type DescMethod } from '@bufbuild/protobuf';
import { Logger } from '@nestjs/common';
import { DeadlineExceededError } from '@pennon/domain';
import { RpcCounts } from '@pennon/observability';
import { logFailure } from '../errors/error-log';
import { errorStatus } from '../errors/error-status';
import { type TrustedProxies } from '../http/trusted-proxies';
import { type Gate } from '../rpc/gate';
import { PreparedAnswer } from '../rpc/prepared-answer';
import { type AnyAnswer, type OfferedRpc, type RpcRegistry } from '../rpc/rpc-registry';
import { GrpcCall } from './grpc-call';
import { grpcStatusOf } from './grpc-status';
import { messageFromBinary, messageToBinary } from './message-binary';
import { pathOfMethod } from './service-definition';

type UnaryCall = ServerUnaryCall<Buffer, Buffer>;
type Callback = sendUnaryData<Buffer>;

/** What a caller gets who holds the answer already. */
const nothing = Buffer.alloc(0);

/**
 * Answers calls that take and give one message.
 *
 * Decoding comes first and the handler last, as on the HTTP door, so that the same error wins on both. A caller's own
 * deadline is grpc-js's business: it answers when the deadline has passed, and sends nothing after that.
 */
export class UnaryCalls {
  private readonly logger = new Logger('grpc');

  /** @param maxTime Longest time until the answer, in milliseconds; 0 is unlimited. */
  constructor(
    private readonly registry: RpcRegistry,
    private readonly gate: Gate,
    private readonly proxies: TrustedProxies,
    private readonly maxTime: number,
    private readonly counts = new RpcCounts(),
  ) {}

  /** What grpc-js calls for the method. */
  handlerOf(method: DescMethod): handleUnaryCall<Buffer, Buffer> {
    const count = this.counts.of(method);
    return (call, callback) => {
      const begunAt = count.begin();
      this.answer(method, call, (error, bytes) => {
        count.end(error?.code ?? 0, begunAt);
        callback(error, bytes);
      });
    };
  }

  private answer(method: DescMethod, rawCall: UnaryCall, callback: Callback): void {
    const call = new GrpcCall(rawCall, this.proxies);
    try {
      const rpc = this.registry.get(method);
      const request = messageFromBinary(method.input, rawCall.request, rpc.binaryShortcut);
      const admitted = this.gate.admit(method, request, call);
      const handle = (): AnyAnswer | Promise<AnyAnswer> => rpc.handle(request, call);
      const answered = admitted === undefined ? handle() : admitted.then(handle);
      if (answered instanceof Promise || answered instanceof PreparedAnswer) {
        void this.answerLater(method, call, encode(method, rpc, answered, call), callback);
      } else {
        const isHeld = call.isNotModified;
        const bytes = isHeld ? nothing : messageToBinary(method.output, answered, rpc.binaryShortcut);
        call.sendHeaders();
        callback(null, bytes);
      }
    } catch (error) {
      this.refuse(method, call, callback, error);
    }
  }

  private async answerLater(
    method: DescMethod,
    call: GrpcCall,
    encoded: Promise<Buffer>,
    callback: Callback,
  ): Promise<void> {
    try {
      const bytes = await this.inTime(encoded);
      call.sendHeaders();
      callback(null, bytes);
    } catch (error) {
      this.refuse(method, call, callback, error);
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

  private refuse(method: DescMethod, call: GrpcCall, callback: Callback, error: unknown): void {
    const status = errorStatus(error);
    this.gate.refused(method, call, status, error);
    logFailure(this.logger, status, error, { path: pathOfMethod(method) });
    call.sendHeadersOfRefusal();
    callback(grpcStatusOf(status));
  }
}

async function encode(
  method: DescMethod,
  { binaryShortcut }: OfferedRpc,
  answered: AnyAnswer | Promise<AnyAnswer>,
  call: GrpcCall,
): Promise<Buffer> {
  const answer = await answered;
  if (call.isNotModified) return nothing;
  return answer instanceof PreparedAnswer
    ? answer.binary()
    : messageToBinary(method.output, answer, binaryShortcut);
}
