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

/** A row of each noun. */
export interface RowOf {
  readonly segments: Segment;
  readonly constraints: Constraint;
  readonly flags: Flag;
  readonly variants: Variant;
  readonly rules: Rule;
  readonly distributions: Distribution & { readonly namespaceKey: string };
  readonly rollouts: Rollout;
}

/** Rows that are to be written: one list per noun. */
export type Rows = { readonly [Noun in keyof RowOf]: RowOf[Noun][] };

/** How many rows, and deletions, wait before they are written: some 3 MB. */
const ENOUGH = 10_000;

/**
 * Rows that are to be created and changed, and flags and segments that are to be deleted, gathered until there are
 * many: a statement for each of them would take most of the time of an import.
 *
 * A flag may be deleted and created, in this order; a segment is deleted when nothing is to look at it any more.
 */
export class PendingRows {
  private created = noRows();
  private changed = noRows();
  private deleted = noKeys();
  private count = 0;

  constructor(
    private readonly stores: Stores,
    private readonly namespaceKey: string,
  ) {}

  /** A row that is new. */
  create<Noun extends keyof RowOf>(noun: Noun, row: RowOf[Noun]): void {
    this.created[noun].push(row);
    this.count++;
  }

  /** A row that is there, as it is to be. */
  change<Noun extends keyof RowOf>(noun: Noun, row: RowOf[Noun]): void {
    this.changed[noun].push(row);
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
    const { created, changed, deleted, namespaceKey, stores } = this;
    [this.created, this.changed, this.deleted, this.count] = [noRows(), noRows(), noKeys(), 0];
    // What is referred to comes first, and goes last.
    await stores.flags.deleteAll(namespaceKey, deleted.flags);
    await writeRows(stores.segments, created.segments, changed.segments);
    await writeRows(stores.constraints, created.constraints, changed.constraints);
    await writeRows(stores.flags, created.flags, changed.flags);
    await writeRows(stores.variants, created.variants, changed.variants);
    await writeRows(stores.rules, created.rules, changed.rules);
    await writeRows(stores.distributions, created.distributions, changed.distributions);
    await writeRows(stores.rollouts, created.rollouts, changed.rollouts);
    await stores.segments.deleteAll(namespaceKey, deleted.segments);
  }
}

/** Where the rows of a noun go. */
interface RowStore<Row> {
  createAll(rows: readonly Row[]): Promise<void>;
  replaceAll(rows: readonly Row[]): Promise<void>;
}

async function writeRows<Row>(
  store: RowStore<Row>,
  created: readonly Row[],
  changed: readonly Row[],
): Promise<void> {
  await store.createAll(created);
  await store.replaceAll(changed);
}

function noKeys(): Readonly<Record<Keyed, string[]>> {
  return { flags: [], segments: [] };
}

/** No rows, to which some can be added. */
export function noRows(): Rows {
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
