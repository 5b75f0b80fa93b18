import { Module } from '@nestjs/common';
import { SnapshotAges } from '@pennon/domain';

/** Ages that a test sets. */
export class ManualAges extends SnapshotAges {
  /** In milliseconds. */
  greatest = 0;

  greatestAgeMs(): number {
    return this.greatest;
  }
}

/** Snapshots that are as old as a test says. */
@Module({
  providers: [ManualAges, { provide: SnapshotAges, useExisting: ManualAges }],
  exports: [ManualAges, SnapshotAges],
})
export class ManualAgesModule {}
