import { type CompiledFlag } from '../compiled/compiled-flag';

/**
 * The compiled flags of a namespace: by key, and in creation order.
 *
 * Where each flag stands is kept apart from the flags, so that tables which differ in flags and not in keys share it:
 * to fill a map with ten thousand keys holds evaluation up for milliseconds, to copy a list of as many does not.
 */
export class FlagTable {
  private constructor(
    private readonly places: ReadonlyMap<string, number>,
    private readonly flags: readonly CompiledFlag[],
  ) {}

  /** A table of these flags. Of two with the same key, the later one takes the place of the earlier. */
  static of(flags: Iterable<CompiledFlag>): FlagTable {
    const places = new Map<string, number>();
    const placed: CompiledFlag[] = [];
    for (const flag of flags) {
      const place = places.get(flag.key) ?? placed.length;
      placed[place] = flag;
      places.set(flag.key, place);
    }
    return new FlagTable(places, placed);
  }

  get size(): number {
    return this.flags.length;
  }

  get(key: string): CompiledFlag | undefined {
    const place = this.places.get(key);
    return place === undefined ? undefined : this.flags[place];
  }

  has(key: string): boolean {
    return this.places.has(key);
  }

  /** In creation order. */
  values(): readonly CompiledFlag[] {
    return this.flags;
  }

  /**
   * The table with other flags from a place on.
   *
   * @param replacements Flags of the same keys as those that stand there, in the same order.
   */
  with(start: number, replacements: readonly CompiledFlag[]): FlagTable {
    const flags = [...this.flags];
    replacements.forEach((flag, index) => {
      flags[start + index] = flag;
    });
    return new FlagTable(this.places, flags);
  }
}
