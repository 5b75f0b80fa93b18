/** How much of a queue before the database is in use. */
export interface QueueUsage {
  /** Jobs that run or wait. */
  readonly depth: number;
  /** How many jobs have had to wait so far. */
  readonly waits: number;
  /** How long they have waited so far, in milliseconds. */
  readonly waitedMs: number;
}

/** How much of a database is in use, for those who watch over it. */
export interface DatabaseUsage {
  readonly reads: QueueUsage;
  readonly writes: QueueUsage;
  readonly connections: {
    /** Most that may be open. */
    readonly max: number;
    readonly open: number;
    readonly inUse: number;
  };
}

/** A queue that nothing goes through. */
export const unused: QueueUsage = { depth: 0, waits: 0, waitedMs: 0 };

/** The usage of several queues as if they were one. */
export function together(queues: readonly QueueUsage[]): QueueUsage {
  return queues.reduce(
    (sum, { depth, waits, waitedMs }) => ({
      depth: sum.depth + depth,
      waits: sum.waits + waits,
      waitedMs: sum.waitedMs + waitedMs,
    }),
    unused,
  );
}
