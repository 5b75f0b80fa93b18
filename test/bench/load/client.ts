import { type RequestKind } from '../workload/requests';
import { type Timetable } from './timetable';

/** What one connection is to do. */
export interface Errand {
  readonly host: string;
  readonly port: number;
  readonly kind: RequestKind;
  /** Whole requests, as {@link Client.encode} made them, to be sent in turn. */
  readonly requests: readonly Buffer[];
  /** Which request to start with. */
  readonly first: number;
  /** When to send them. */
  readonly timetable: Timetable;
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
  /** Headers of every request, beside those every client sends. */
  readonly headers: Readonly<Record<string, string>>;
}

/** One who asks at one of the doors; as little as can be, because a general client costs more than the server. */
export interface Client {
  /** How many requests each connection has under way. */
  readonly streams: number;

  /** Requests of one kind. */
  readonly encode: (questions: Questions) => readonly Buffer[];

  /**
   * Sends requests over one connection, each when one before is answered, until the timetable ends. Rejects on any
   * answer that is not the one expected, and when the connection breaks.
   */
  readonly runConnection: (errand: Errand) => Promise<void>;
}
