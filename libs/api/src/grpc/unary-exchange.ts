import {
  ServerInterceptingCall,
  status,
  type Metadata,
  type ServerInterceptingCallInterface,
} from '@grpc/grpc-js';
import { type CallAccess } from './grpc-access';

/** Answers a call: ends the exchange, at once or later, with {@link UnaryExchange.succeed} or {@link UnaryExchange.fail}. */
export type AnswerUnary = (request: Buffer, metadata: Metadata, exchange: UnaryExchange) => void;

/** How a call ends. */
type Ending = Parameters<ServerInterceptingCallInterface['sendStatus']>[0];

const ok: Ending = { code: status.OK, details: 'OK' };
const bug: Ending = { code: status.UNKNOWN, details: 'internal error' };
const tooMany = refusalOf('more than one message');
const none = refusalOf('no message');

/**
 * One message for one message, as an interceptor of grpc-js that answers by itself.
 *
 * What grpc-js would have after its interceptors for such a call is a stream of one message, and a turn between the
 * message and the status. Reading, deadlines, limits and sending stay with grpc-js, on the inner call.
 */
export class UnaryExchange extends ServerInterceptingCall {
  private metadata: Metadata | undefined;
  private request: Buffer | undefined;
  private access: CallAccess | undefined;
  private begunAt = 0;

  /** @param inner The call as the network sees it. */
  constructor(
    private readonly inner: ServerInterceptingCallInterface,
    private readonly answer: AnswerUnary,
  ) {
    super(inner);
  }

  /** Listens itself, in place of what grpc-js brings along. */
  override start(): void {
    this.inner.start(this);
  }

  onReceiveMetadata(metadata: Metadata): void {
    this.metadata = metadata;
    this.inner.startRead();
  }

  onReceiveMessage(request: Buffer): void {
    if (this.request !== undefined) {
      this.fail(tooMany);
      return;
    }
    this.request = request;
    this.inner.startRead();
  }

  onReceiveHalfClose(): void {
    const { request, metadata } = this;
    if (request === undefined || metadata === undefined) {
      this.fail(none);
      return;
    }
    try {
      this.answer(request, metadata, this);
    } catch {
      // Thrown from here, it would end the process.
      this.fail(bug);
    }
  }

  onCancel(): void {
    // What is sent after this goes nowhere, and the handlers of such calls have nothing to stop.
  }

  /** Has the call counted, and logged, from now until its end. */
  noteIn(access: CallAccess): void {
    this.access = access;
    this.begunAt = access.begin();
  }

  /** Sends what goes before the message. */
  override sendMetadata(metadata: Metadata): void {
    this.inner.sendMetadata(metadata);
  }

  /** Ends the call with its one message. */
  succeed(message: Buffer): void {
    this.access?.end(status.OK, this.begunAt, this.metadata);
    // The status waits for the message by itself, also for one that the caller takes in slowly.
    this.inner.sendMessage(message, ignore);
    this.inner.sendStatus(ok);
  }

  /** Ends the call without a message. */
  fail(reason: Ending): void {
    this.access?.end(reason.code, this.begunAt, this.metadata);
    this.inner.sendStatus(reason);
  }
}

/** What the gRPC specification has for a wrong number of messages. */
function refusalOf(messages: string): Ending {
  return { code: status.UNIMPLEMENTED, details: `${messages} to an RPC that takes one` };
}

function ignore(): void {
  // The inner call itself sees to a message that could not be sent.
}
