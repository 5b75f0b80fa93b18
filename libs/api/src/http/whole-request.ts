import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';

/** Takes the body of a request as it comes from the parser. */
export interface BodySink {
  take(chunk: Buffer): void;
  /** All of it has come. */
  end(): void;
  /** The caller went away; may come after the end as well. */
  fail(cause: Error | null): void;
}

/** What Node's server reads and writes of a request, and its types leave out. */
interface ServerSide {
  /** Whether anybody reads the body; what nobody reads the server reads itself, and throws away. */
  _consuming: boolean;
}

/**
 * A request whose body can be had past the stream that it is.
 *
 * The stream is there for bodies of any size, read at any time and speed; for the small ones of hot routes, read whole
 * and at once, it costs a third of what a plain request costs (docs/adr/0022). Whoever does not ask has the stream.
 */
export class WholeRequest extends IncomingMessage {
  /** Names the request in its answer and in log lines; the server sets it before anybody else has the request. */
  override id: string;
  /** Who has the body in place of the stream; set by {@link divert}. */
  sink: BodySink | undefined;
  /** Whether the sink has all of it. */
  isWhole: boolean;
  /** Asks a caller who waits for that to send the body (`Expect: 100-continue`); undefined when nobody waits. */
  private askForBody: (() => void) | undefined;

  constructor(socket: Socket) {
    super(socket);
    this.id = '';
    this.sink = undefined;
    this.isWhole = false;
    this.askForBody = undefined;
  }

  /** Whether the caller waits for {@link invite} before it sends the body. */
  get awaitsInvitation(): boolean {
    return this.askForBody !== undefined;
  }

  /** From now on the caller waits. @param ask Called once, when somebody wants the body. */
  waitForInvitation(ask: () => void): void {
    this.askForBody = ask;
  }

  /** The body is wanted. */
  invite(): void {
    const ask = this.askForBody;
    this.askForBody = undefined;
    ask?.();
  }

  /** Called by the stream when it is read. */
  override _read(size: number): void {
    this.invite();
    super._read(size);
  }

  /**
   * Sends what is still to come of the body to `sink`, in place of the one before if there is one.
   *
   * @returns False when the stream has some of the body already, or is being read.
   */
  divert(sink: BodySink): boolean {
    if (this.sink === undefined && !this.isUntouched()) return false;
    this.sink = sink;
    (this as unknown as ServerSide)._consuming = true;
    return true;
  }

  /** Called by the parser, with null at the end. What it answers is whether to go on reading. */
  override push(chunk: Buffer | null): boolean {
    const { sink } = this;
    if (sink === undefined) return super.push(chunk);
    if (chunk !== null) {
      sink.take(chunk);
    } else {
      this.isWhole = true;
      sink.end();
    }
    return true;
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.sink?.fail(error);
    super._destroy(error, callback);
  }

  private isUntouched(): boolean {
    return !this.complete && !this.destroyed && this.readableFlowing === null && this.readableLength === 0;
  }
}

// An accessor, which the types have as a property, so that the class cannot override it. The server asks for it before
// it lets go of a request that was answered.
Object.defineProperty(WholeRequest.prototype, 'readableEnded', {
  get(this: WholeRequest): boolean {
    return this.isWhole || Reflect.get<Readable, 'readableEnded'>(Readable.prototype, 'readableEnded', this);
  },
});

/** The id of a request, as the server has set it; logging libraries declare it as a number or an object too. */
export function idOf({ id }: { readonly id: unknown }): string {
  return id as string;
}
