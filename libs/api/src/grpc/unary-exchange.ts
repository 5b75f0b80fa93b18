import type { IncomingHttpHeaders, OutgoingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import { type Metadata, status } from '@grpc/grpc-js';
import { REQUEST_ID_HEADER, requestIdOf } from '@pennon/platform';
import { MAX_ANONYMOUS_BYTES } from '../rpc/gate';
import type { RpcCall } from '../rpc/rpc-call';
import type { CallAccess } from './grpc-access';
import { HeaderMetadata, type RequestMetadata } from './grpc-call';
import {
  ACCEPTED_ENCODINGS,
  decompress,
  type Ending,
  endingOf,
  framed,
  FrameReader,
  tooLarge,
} from './message-frame';

/** The units of a time limit, in milliseconds. */
const units = new Map([
  ['H', 3_600_000],
  ['M', 60_000],
  ['S', 1000],
  ['m', 1],
  ['u', 1e-3],
  ['n', 1e-6],
]);

/** The longest that Node's timers can wait, in milliseconds; nobody has a call wait for so long. */
const LONGEST = 2 ** 31 - 1;

/** How long a caller waits at most, in milliseconds, from the header `grpc-timeout`; NaN for another text. */
export function timeLimitOf(header: string): number {
  const [, number = '', unit = ''] = /^(\d{1,8})([HMSmun])$/.exec(header) ?? [];
  return Math.min(LONGEST, Number(number) * (units.get(unit) ?? NaN));
}

/** Answers the calls of one RPC. */
export interface UnaryHandler {
  /** Ends the exchange, at once or later, with {@link UnaryExchange.succeed} or {@link UnaryExchange.fail}. */
  answer(request: Buffer, metadata: RequestMetadata, exchange: UnaryExchange): void;
  /**
   * Called while a message arrives that may have more than {@link MAX_ANONYMOUS_BYTES}; ends the exchange with
   * {@link UnaryExchange.fail} when the rest is not to be read.
   */
  admitLarge(metadata: RequestMetadata, exchange: UnaryExchange): void;
}

/** Most bytes of a message. */
export interface MessageLimits {
  readonly received: number;
  readonly sent: number;
}

const CONTENT_TYPE = 'application/grpc+proto';
const withTrailers = { waitForTrailers: true };

const ok = endingOf('OK', 'OK');
const bug = endingOf('UNKNOWN', 'internal error');
const overdue = endingOf('DEADLINE_EXCEEDED', 'Deadline exceeded');

/**
 * One message for one message, on a stream of HTTP/2 (docs/adr/0025).
 *
 * The caller's own deadline counts from here on: once it has passed the caller is told so, and nothing is sent after
 * that. Source: the specification "gRPC over HTTP2".
 */
export class UnaryExchange {
  readonly requestId: string;
  private readonly metadata: RequestMetadata;
  private readonly frame: FrameReader;
  private access: CallAccess | undefined;
  private call: RpcCall | undefined;
  private begunAt = 0;
  private deadline: NodeJS.Timeout | undefined;
  /** What goes before the message, beside what always does. */
  private head: Metadata | undefined;
  /** True from when {@link UnaryHandler.admitLarge} was called. */
  private isLarge = false;
  /** True from when it is known how the call ends. */
  private isOver = false;

  constructor(
    private readonly stream: ServerHttp2Stream,
    private readonly headers: IncomingHttpHeaders,
    private readonly limits: MessageLimits,
    private readonly handler: UnaryHandler,
  ) {
    this.requestId = requestIdOf(headers[REQUEST_ID_HEADER]);
    this.metadata = new HeaderMetadata(headers);
    this.frame = new FrameReader(limits.received);
    stream.on('error', ignore);
    stream.on('data', (chunk: Buffer) => {
      this.take(chunk);
    });
    stream.on('end', () => {
      this.read();
    });
    this.limitTime();
  }

  /** Has the call counted, and logged, from now until its end. */
  noteIn(access: CallAccess, call: RpcCall): void {
    this.access = access;
    this.call = call;
    this.begunAt = access.begin();
  }

  get connection(): object | undefined {
    return this.stream.session;
  }

  /** The caller's address and port. */
  getPeer(): string {
    const { remoteAddress, remotePort } = this.stream.session?.socket ?? {};
    return remoteAddress === undefined ? 'unknown' : `${remoteAddress}:${remotePort}`;
  }

  /** Has this go before the message, or before a refusal. */
  sendMetadata(metadata: Metadata): void {
    this.head = metadata;
  }

  /** Ends the call with its one message, unless it has ended. */
  succeed(message: Buffer): void {
    const { sent } = this.limits;
    if (message.length > sent) this.fail(tooLarge('Sent', message.length, sent));
    else if (this.isToEnd(ok)) this.respond(ok, framed(message));
  }

  /** Ends the call without a message, unless it has ended. */
  fail(ending: Ending): void {
    if (!this.isToEnd(ending)) return;
    if (this.head !== undefined) this.respond(ending);
    else
      this.stream.respond(
        {
          ':status': 200,
          'content-type': CONTENT_TYPE,
          [REQUEST_ID_HEADER]: this.requestId,
          ...trailersOf(ending),
        },
        { endStream: true },
      );
  }

  private limitTime(): void {
    const header = this.headers['grpc-timeout'];
    if (header === undefined) return;
    const milliseconds = timeLimitOf(header.toString());
    if (Number.isNaN(milliseconds)) {
      this.fail(endingOf('INTERNAL', 'the value of grpc-timeout must be a time'));
      return;
    }
    this.deadline = setTimeout(() => {
      this.fail(overdue);
    }, milliseconds);
    this.stream.once('close', () => {
      clearTimeout(this.deadline);
    });
  }

  /** Takes what comes of the message; what comes after the end is thrown away. */
  private take(chunk: Buffer): void {
    if (this.isOver) return;
    const refusal = this.frame.take(chunk);
    if (refusal !== undefined) {
      this.fail(refusal);
    } else if (!this.isLarge && this.frame.mayExceed(MAX_ANONYMOUS_BYTES)) {
      this.isLarge = true;
      this.attempt(() => {
        this.handler.admitLarge(this.metadata, this);
      });
    }
  }

  /** The caller has said everything. */
  private read(): void {
    if (this.isOver || this.isGone) return;
    const frame = this.frame.end();
    if ('code' in frame) this.fail(frame);
    else if (frame.isCompressed) void this.readCompressed(frame.bytes);
    else this.hand(frame.bytes);
  }

  private async readCompressed(bytes: Buffer): Promise<void> {
    const message = await decompress(bytes, this.headers['grpc-encoding']?.toString(), this.limits.received);
    if (this.isOver || this.isGone) return;
    if ('code' in message) this.fail(message);
    else this.hand(message);
  }

  private hand(request: Buffer): void {
    this.attempt(() => {
      this.handler.answer(request, this.metadata, this);
    });
  }

  private attempt(handle: () => void): void {
    try {
      handle();
    } catch {
      // Thrown from here, it would end the process.
      this.fail(bug);
    }
  }

  /** Whether the caller has left, so that nothing can be sent any more. */
  private get isGone(): boolean {
    return this.stream.destroyed || this.stream.closed;
  }

  /** Notes the end of the call; returns whether it is to be told to the caller. */
  private isToEnd({ code }: Ending): boolean {
    if (this.isOver) return false;
    this.isOver = true;
    clearTimeout(this.deadline);
    if (this.call !== undefined) this.access?.end(code, this.begunAt, this.call);
    return !this.isGone;
  }

  private respond(ending: Ending, frame?: Buffer): void {
    const { stream, head } = this;
    stream.once('wantTrailers', () => {
      stream.sendTrailers(trailersOf(ending));
      // Node keeps a stream until old objects are collected; what was read and answered need not wait for that.
      stream.removeAllListeners('data').removeAllListeners('end');
    });
    // Written out: a copy of what is the same in every answer costs twice as much.
    const own = {
      ':status': 200,
      'content-type': CONTENT_TYPE,
      'grpc-accept-encoding': ACCEPTED_ENCODINGS,
      'grpc-encoding': 'identity',
      [REQUEST_ID_HEADER]: this.requestId,
    };
    stream.respond(head === undefined ? own : { ...own, ...head.toHttp2Headers() }, withTrailers);
    stream.end(frame);
  }
}

const trailersOfSuccess = { 'grpc-status': status.OK, 'grpc-message': ok.details };

function trailersOf(ending: Ending): OutgoingHttpHeaders {
  if (ending === ok) return trailersOfSuccess;
  const { code, details, metadata } = ending;
  return { 'grpc-status': code, 'grpc-message': encodeURI(details), ...metadata?.toHttp2Headers() };
}

function ignore(): void {
  // A stream that fails is closed, and that is heard.
}
