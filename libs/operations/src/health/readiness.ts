import { Injectable, Optional } from '@nestjs/common';
import { Metrics } from '@pennon/platform';
import { AgeLimit, ServingState } from './serving-state';

/** How a part of an instance is, as `/health/ready` shows it. */
export interface PartState {
  readonly state: 'up' | 'down';
  /** Why it is down. Without secrets and addresses, which the log has. */
  readonly reason?: string;
}

/** The snapshots that evaluation sees. */
export interface SnapshotsState extends PartState {
  /** Age of the oldest one in whole milliseconds: the time since it was last known to be current. */
  readonly ageMs: number;
}

/** What this instance consists of; parts that it does not have are missing. */
export interface PartStates {
  readonly snapshots: SnapshotsState;
  readonly [part: string]: PartState;
}

/** The answer of `/health/ready`. */
export interface ReadinessReport {
  readonly status: 'SERVING' | 'NOT_SERVING';
  /** Why it is NOT_SERVING. */
  readonly reason?: string;
  readonly parts: PartStates;
}

/**
 * What `/health/ready` tells. {@link ServingState} alone decides the status: evaluation goes on while a part is down.
 */
@Injectable()
export class Readiness {
  constructor(
    private readonly serving: ServingState,
    private readonly ageLimit: AgeLimit,
    @Optional() private readonly metrics?: Metrics,
  ) {}

  /** The status, and the state of each part. */
  report(): ReadinessReport {
    const { reason } = this;
    const parts = this.parts();
    return reason === undefined ? { status: 'SERVING', parts } : { status: 'NOT_SERVING', reason, parts };
  }

  /** Why this instance does not want requests; undefined while it does. */
  private get reason(): string | undefined {
    if (this.serving.isServing) return undefined;
    if (this.serving.isStopping) return 'shutting down';
    if (!this.serving.isStarted) return this.serving.reason || 'starting';
    return 'snapshots are too old';
  }

  private parts(): PartStates {
    const others = this.metrics?.dependencies.parts() ?? [];
    const states = Array.from(others, ([part, failure]) => [part, stateOf(failure)] as const);
    return { snapshots: this.snapshots(), ...Object.fromEntries(states) };
  }

  private snapshots(): SnapshotsState {
    const { greatestAgeMs: ageMs, isKept } = this.ageLimit;
    return { ...stateOf(isKept ? undefined : 'older than freshness.max_age'), ageMs };
  }
}

function stateOf(failure: string | undefined): PartState {
  return failure === undefined ? { state: 'up' } : { state: 'down', reason: failure };
}
