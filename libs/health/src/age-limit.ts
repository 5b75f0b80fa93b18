import { type FreshnessConfig } from '@pennon/config';
import { type SnapshotAges } from '@pennon/domain';

/** How old snapshots may be before this instance should not be preferred: `freshness.max_age`. */
export class AgeLimit {
  constructor(
    private readonly config: Pick<FreshnessConfig, 'maxAge'>,
    private readonly ages: SnapshotAges,
  ) {}

  /** True when there is a limit at all. */
  get isSet(): boolean {
    return this.config.maxAge > 0;
  }

  /** True while no snapshot is older than the limit. */
  get isKept(): boolean {
    return !this.isSet || this.ages.greatestAgeMs() <= this.config.maxAge;
  }

  /** The greatest age there is, in whole milliseconds. */
  get greatestAgeMs(): number {
    return Math.ceil(this.ages.greatestAgeMs());
  }
}
