import { type ProcessMetrics } from './series';

/** The other processes that answer at the same address; provided only where there are some. */
export abstract class OtherProcesses {
  /** The metrics of each that answers in time. Never rejects, and takes no longer than a second or two. */
  abstract collect(): Promise<readonly ProcessMetrics[]>;
}
