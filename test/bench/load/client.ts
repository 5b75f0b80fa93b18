import { type Caller, type RequestKind } from '../workload/requests';

/** What one connection is to do. */
export interface Errand {
  readonly host: string;
  readonly port: number;
  /** Whole requests, as {@link Client.encode} made them, to be sent in turn. */
  readonly requests: readonly Buffer[];
  /** Which request to start with. */
  readonly first: number;
  /** When to send no more, by `performance.now()`. */
  readonly deadline: number;
  /** Takes the time from request to whole answer, in milliseconds. */
  readonly onAnswer: (latency: number) => void;
}

/** What is asked of a server, again and again. */
export interface Questions {
  /** Host and port of the server. */
  readonly authority: string;
  readonly kind: RequestKind;
  /** How many flags the namespace has that is asked for. */
  readonly flagCount: number;
  readonly caller: Caller;
}

/** One who asks at one of the doors; as little as can be, because a general client costs more than the server. */
export interface Client {
  /** How many requests each connection has under way. */
  readonly streams: number;

  /** Requests of one kind. */
  readonly encode: (questions: Questions) => readonly Buffer[];

  /**
   * Sends requests over one connection, each when one before is answered, until the deadline. Rejects on any answer
   * that is none, and when the connection breaks.
   */
  readonly runConnection: (errand: Errand) => Promise<void>;
}
