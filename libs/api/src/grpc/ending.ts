import { status, type Metadata } from '@grpc/grpc-js';

/** How a call ends. */
export interface Ending {
  readonly code: status;
  /** Without halves of characters. */
  readonly details: string;
  /** What goes behind them. */
  readonly metadata?: Metadata;
}

/** The end of a call with one of these codes; anything else is a bug of ours. */
export function endingOf(code: keyof typeof status, details: string): Ending {
  return { code: status[code], details };
}
