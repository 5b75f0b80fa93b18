import { Logger } from '@nestjs/common';
import { resolveNamespaceKey, type FlagName, type LastAsked } from '@pennon/domain';
import { type CompiledFlag } from '@pennon/snapshot';
import { FlagCounts, OTHER } from './flag-counts';
import { instantOfSecond, type SecondHand } from './seconds';

/** The counts of one flag, and what it is called. */
export interface NamedCounts {
  readonly namespaceKey: string;
  readonly flagKey: string;
  readonly counts: FlagCounts;
}

/** What is noted with a flag: its counts. */
interface FlagNotes {
  readonly edition: object;
  readonly counts: FlagCounts;
}

/**
 * Counts evaluations by flag: of so many flags one by one, of all others together.
 */
export class EvaluationCounts {
  private readonly logger = new Logger('metrics');
  private readonly byNamespace = new Map<string, Map<string, FlagCounts>>();
  private readonly others: FlagCounts;
  /** What notes of flags must name to be good: another one when counts were taken away. */
  private edition = {};
  private size = 0;
  private hasWarned = false;
  private readonly startedAt: number;

  /**
   * @param maxFlags Most flags that are counted one by one.
   * @param seconds Tells when a flag was asked.
   */
  constructor(
    private readonly maxFlags: number,
    private readonly seconds: SecondHand,
  ) {
    this.others = new FlagCounts(seconds);
    this.startedAt = seconds.now;
  }

  /**
   * The counts of a flag.
   *
   * @param namespaceKey As the caller wrote it: empty for `default`.
   */
  of(namespaceKey: string, flag: CompiledFlag): FlagCounts {
    const notes = flag.notes as FlagNotes | undefined;
    if (notes?.edition === this.edition) return notes.counts;
    const key = resolveNamespaceKey(namespaceKey);
    const counts = this.byNamespace.get(key)?.get(flag.key) ?? this.add(key, flag.key);
    flag.notes = { edition: this.edition, counts } satisfies FlagNotes;
    return counts;
  }

  /** When a flag was last asked, as long as it is counted by itself, and was not counted with others before. */
  lastAsked({ namespaceKey, flagKey }: FlagName): LastAsked {
    const askedAt = this.byNamespace.get(namespaceKey)?.get(flagKey)?.askedAt ?? 0;
    const isKnown = askedAt > 0 || this.others.requests === 0;
    return {
      at: askedAt > 0 ? instantOfSecond(askedAt) : undefined,
      since: isKnown ? instantOfSecond(this.startedAt) : undefined,
    };
  }

  /** All counts there are, after forgetting those of flags that are no more. */
  *present(exists: (namespaceKey: string, flagKey: string) => boolean): Iterable<NamedCounts> {
    for (const [namespaceKey, flags] of this.byNamespace) {
      for (const [flagKey, counts] of flags) {
        if (exists(namespaceKey, flagKey)) yield { namespaceKey, flagKey, counts };
        else if (flags.delete(flagKey)) this.forget();
      }
      if (flags.size === 0) this.byNamespace.delete(namespaceKey);
    }
    if (this.others.requests > 0) yield { namespaceKey: OTHER, flagKey: OTHER, counts: this.others };
  }

  /** Counts were taken away, which nobody must go on to count with. */
  private forget(): void {
    this.size--;
    this.edition = {};
  }

  private add(namespaceKey: string, flagKey: string): FlagCounts {
    if (this.size >= this.maxFlags) {
      this.warn();
      return this.others;
    }
    this.size++;
    const counts = new FlagCounts(this.seconds);
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
