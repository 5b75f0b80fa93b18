/** How sure an instance is that its snapshots are what their source has. */
export abstract class SnapshotAges {
  /**
   * How long ago the snapshot that is worst off was last known to be what its source has, in milliseconds; 0 where no
   * snapshot can fall behind. No change of the clock moves it.
   */
  abstract greatestAgeMs(): number;
}
