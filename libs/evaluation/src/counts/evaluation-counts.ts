import { Logger } from '@nestjs/common';
import { type CompiledFlag } from '@pennon/snapshot';
import { FlagCounts } from './flag-counts';
import { OTHER } from './variant-outcomes';

/**
 * Counts evaluations by flag: of so many flags one by one, of all others together.
 *
 * A flag is one here per way to write its namespace, of which there are two for `default`. Noted with the flag are its counts by
 * the way that was used last; few are written in both. A flag is counted by one of these alone.
 */
export class EvaluationCounts {
  private readonly logger = new Logger('metrics');
  private readonly byNamespace = new Map<string, Map<string, FlagCounts>>();
  private readonly others = new FlagCounts(OTHER, OTHER);
  private size = 0;
  private hasWarned = false;

  /** @param maxFlags Most flags that are counted one by one. */
  constructor(private readonly maxFlags: number) {}

  /**
   * The counts of a flag.
   *
   * @param namespaceKey As the caller wrote it.
   */
  of(namespaceKey: string, flag: CompiledFlag): FlagCounts {
    const noted = flag.notes as FlagCounts | undefined;
    if (noted?.namespaceKey === namespaceKey && !noted.isForgotten) return noted;
    const counts = this.byNamespace.get(namespaceKey)?.get(flag.key) ?? this.add(namespaceKey, flag.key);
    flag.notes = counts;
    return counts;
  }

  /** All counts there are, after forgetting those of flags that are no more. */
  *present(exists: (namespaceKey: string, flagKey: string) => boolean): Iterable<FlagCounts> {
    for (const [namespaceKey, flags] of this.byNamespace) {
      for (const [flagKey, counts] of flags) {
        if (exists(namespaceKey, flagKey)) yield counts;
        else if (flags.delete(flagKey)) this.forget(counts);
      }
      if (flags.size === 0) this.byNamespace.delete(namespaceKey);
    }
    if (this.others.requests > 0) yield this.others;
  }

  private forget(counts: FlagCounts): void {
    this.size--;
    counts.isForgotten = true;
  }

  private add(namespaceKey: string, flagKey: string): FlagCounts {
    if (this.size >= this.maxFlags) {
      this.warn();
      return this.others;
    }
    this.size++;
    const counts = new FlagCounts(namespaceKey, flagKey);
    const flags = this.byNamespace.get(namespaceKey) ?? new Map<string, FlagCounts>();
    this.byNamespace.set(namespaceKey, flags.set(flagKey, counts));
    return counts;
  }

  /** Once, and not to those who want it so. */
  private warn(): void {
    if (this.hasWarned || this.maxFlags === 0) return;
    this.hasWarned = true;
    this.logger.warn(
      { maxFlags: this.maxFlags },
      'more flags are evaluated than are counted one by one; the others are counted together',
    );
  }
}
