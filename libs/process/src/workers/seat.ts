import cluster from 'node:cluster';
import { isExecutable } from '@pennon/platform';

/**
 * What a worker does beside evaluating.
 *
 * - `equal`: all that its tier does, as several instances of the tier do beside each other.
 * - `leader`: all that its tier does, and it alone does it.
 * - `follower`: nothing; whatever it is asked beside, it hands on to the leader.
 */
export type WorkerRole = 'equal' | 'leader' | 'follower';

/** How the leader is reached by the other workers, and by nobody else. */
export interface Inside {
  /** Directory of the sockets, which only this user can enter. */
  readonly directory: string;
  /** Shown by workers where they say for whom they ask. */
  readonly secret: string;
}

/** A worker's place in its server; whoever replaces it gets the same. */
export interface Seat {
  /** From 1. */
  readonly number: number;
  readonly role: WorkerRole;
  /** Undefined where all are equal. */
  readonly inside: Inside | undefined;
  /** True for the one that begins while no other answers. */
  readonly isFirst?: boolean;
}

/** Not one of our settings, so that nobody sets it. */
const VARIABLE = 'WORKER_SEAT_OF_PENNON';

/** Starts a process like this one that takes the seat. */
export function forkOn(seat: Seat): ReturnType<typeof cluster.fork> {
  if (isExecutable()) startByItself();
  return cluster.fork({ [VARIABLE]: JSON.stringify(seat) });
}

/**
 * A worker is started as `<program> <file> <arguments>`. The executable is its own file, and puts its own path in that
 * place: so the first of the arguments is given where the file would stand.
 */
function startByItself(): void {
  const [exec = '', ...args] = process.argv.slice(2);
  cluster.setupPrimary({ exec, args });
}

/** The seat of this process; undefined when it is not a worker of ours. To be asked once: it may hold a secret. */
export function takeSeat(): Seat | undefined {
  const env = process.env; // oxlint-disable-line node/no-process-env -- from our own primary, and no setting
  const text = env[VARIABLE];
  Reflect.deleteProperty(env, VARIABLE);
  return text === undefined || !cluster.isWorker ? undefined : (JSON.parse(text) as Seat);
}
