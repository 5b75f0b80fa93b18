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
export interface LeaderEndpoint {
  /** Directory of the sockets, which only this user can enter. */
  readonly directory: string;
  /** Shown by workers where they say for whom they ask. */
  readonly secret: string;
}

/** What one worker of a server does. Its replacement gets the same assignment. */
export interface WorkerAssignment {
  /** From 1. */
  readonly number: number;
  readonly role: WorkerRole;
  /** Undefined where all are equal. */
  readonly leaderEndpoint: LeaderEndpoint | undefined;
  /** True for the one that begins while no other answers. */
  readonly isFirst?: boolean;
}

/** An internal variable, not a setting. */
const VARIABLE = 'WORKER_ASSIGNMENT_OF_PENNON';

/** Starts a worker with this assignment. */
export function forkOn(assignment: WorkerAssignment): ReturnType<typeof cluster.fork> {
  if (isExecutable()) startByItself();
  return cluster.fork({ [VARIABLE]: JSON.stringify(assignment) });
}

/**
 * A worker is started as `<program> <file> <arguments>`. The executable is its own file, and puts its own path in that
 * place: so the first of the arguments is given where the file would stand.
 */
function startByItself(): void {
  const [exec = '', ...args] = process.argv.slice(2);
  cluster.setupPrimary({ exec, args });
}

/** This worker's assignment; undefined in other processes. Can be taken once, because it may hold a secret. */
export function takeAssignment(): WorkerAssignment | undefined {
  const env = process.env; // oxlint-disable-line node/no-process-env -- from our own primary, and no setting
  const text = env[VARIABLE];
  Reflect.deleteProperty(env, VARIABLE);
  return text === undefined || !cluster.isWorker ? undefined : (JSON.parse(text) as WorkerAssignment);
}
