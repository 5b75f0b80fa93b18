import {
  type Constraint,
  type Distribution,
  type Flag,
  type Rollout,
  type Rule,
  type Segment,
  type Variant,
} from '@pennon/domain';
import { type Stores } from '@pennon/storage';

/** What is named by keys that others may refer to, and deleted whole. */
type Keyed = 'flags' | 'segments';

/** The rows that are to be created: one list per noun. */
interface Rows {
  readonly segments: Segment[];
  readonly constraints: Constraint[];
  readonly flags: Flag[];
  readonly variants: Variant[];
  readonly rules: Rule[];
  readonly distributions: (Distribution & { readonly namespaceKey: string })[];
  readonly rollouts: Rollout[];
}

/** How many rows, and deletions, wait before they are written: some 15 MB. */
const ENOUGH = 50_000;

/**
 * Rows that are to be created, and flags and segments that are to be deleted, gathered until there are many: a statement
 * for each of them would take most of the time of an import.
 *
 * A flag may be deleted and created, in this order; a segment is deleted when nothing is to look at it any more.
 */
export class PendingRows {
  private rows = noRows();
  private deleted = noKeys();
  private count = 0;

  constructor(
    private readonly stores: Stores,
    private readonly namespaceKey: string,
  ) {}

  add<Noun extends keyof Rows>(noun: Noun, row: Rows[Noun][number]): void {
    (this.rows[noun] as Rows[Noun][number][]).push(row);
    this.count++;
  }

  delete(noun: Keyed, key: string): void {
    this.deleted[noun].push(key);
    this.count++;
  }

  /** Writes what waits, if it is a lot. */
  async writeIfMany(): Promise<void> {
    if (this.count >= ENOUGH) await this.write();
  }

  /** Writes what waits. */
  async write(): Promise<void> {
    if (this.count === 0) return;
    const { rows, deleted, namespaceKey } = this;
    [this.rows, this.deleted, this.count] = [noRows(), noKeys(), 0];
    const { segments, constraints, flags, variants, rules, distributions, rollouts } = this.stores;
    await flags.deleteAll(namespaceKey, deleted.flags);
    // What is referred to comes first, and goes last.
    await segments.createAll(rows.segments);
    await constraints.createAll(rows.constraints);
    await flags.createAll(rows.flags);
    await variants.createAll(rows.variants);
    await rules.createAll(rows.rules);
    await distributions.createAll(rows.distributions);
    await rollouts.createAll(rows.rollouts);
    await segments.deleteAll(namespaceKey, deleted.segments);
  }
}

function noKeys(): Readonly<Record<Keyed, string[]>> {
  return { flags: [], segments: [] };
}

function noRows(): Rows {
  return {
    segments: [],
    constraints: [],
    flags: [],
    variants: [],
    rules: [],
    distributions: [],
    rollouts: [],
  };
}
