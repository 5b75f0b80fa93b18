import { type RequestKind } from '../workload/requests';

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

/** One who asks at one of the doors; as little as can be, because a general client costs more than the server. */
export interface Client {
  /** How many requests each connection has under way. */
  readonly streams: number;

  /** Requests to a namespace of `flagCount` flags. @param authority Host and port of the server. */
  readonly encode: (authority: string, kind: RequestKind, flagCount: number) => readonly Buffer[];

  /**
   * Sends requests over one connection, each when one before is answered, until the deadline. Rejects on any answer
   * that is none, and when the connection breaks.
   */
  readonly runConnection: (errand: Errand) => Promise<void>;
}
