import type { Planned } from '@pennon/document';
import type { Constraint, Distribution, Flag, Rollout, Rule, Segment, Variant } from '@pennon/domain';
import { flagRowsBetween, type RowDifference } from '@pennon/state';
import type { Stores } from '@pennon/storage';
import { inNamespace } from '../commit/write-rows';

/** A row of each noun. */
interface RowOf {
  readonly segments: Segment;
  readonly constraints: Constraint;
  readonly flags: Flag;
  readonly variants: Variant;
  readonly rules: Rule;
  readonly distributions: Distribution & { readonly namespaceKey: string };
  readonly rollouts: Rollout;
}

type Noun = keyof RowOf;

/** What is to be done to the rows of one noun. */
interface Waiting<Row> {
  readonly created: Row[];
  readonly changed: Row[];
  readonly deleted: Row[];
}

/** How many rows, and deletions, wait before they are written: some 3 MB. */
const ENOUGH = 10_000;

/**
 * Rows that an import is to write, gathered until there are many: a statement for each of them would take most of the
 * time of an import.
 *
 * A flag may be deleted and created, in this order; a segment is deleted when nothing is to look at it any more.
 */
export class PendingRows {
  private rows = noRows();
  /** Flags and segments that go with all that belongs to them, by their keys. */
  private whole = { flags: [] as string[], segments: [] as string[] };
  private count = 0;

  constructor(
    private readonly stores: Stores,
    private readonly namespaceKey: string,
  ) {}

  /** Takes what becomes of a flag or segment. */
  add(planned: Exclude<Planned, { readonly kind: 'namespace' }>): void {
    if (planned.isDeleted) {
      this.deleteWhole(planned.kind === 'flag' ? 'flags' : 'segments', planned.key);
    } else if (planned.kind === 'segment') {
      this.take('segments', planned.difference.segments);
      this.take('constraints', planned.difference.constraints);
    } else {
      const { key, before, after } = planned;
      // Nothing can change the type.
      const isAnother = before !== undefined && before.type !== after.type;
      if (isAnother) this.deleteWhole('flags', key);
      const difference = isAnother ? flagRowsBetween(undefined, after) : planned.difference;
      for (const noun of ['flags', 'variants', 'rules', 'rollouts'] as const)
        this.take(noun, difference[noun]);
      this.take('distributions', inNamespace(this.namespaceKey, difference.distributions));
    }
  }

  /** Writes what waits, if it is a lot. */
  async writeIfMany(): Promise<void> {
    if (this.count >= ENOUGH) await this.write();
  }

  /** Writes what waits. */
  async write(): Promise<void> {
    if (this.count === 0) return;
    const { rows, whole, namespaceKey, stores } = this;
    [this.rows, this.whole, this.count] = [noRows(), { flags: [], segments: [] }, 0];
    // What is referred to comes first, and goes last.
    await stores.flags.deleteAll(namespaceKey, whole.flags);
    for (const noun of ['constraints', 'distributions', 'rules', 'rollouts'] as const)
      await stores[noun].deleteAll(rows[noun].deleted);
    await writeRows(stores.segments, rows.segments);
    await writeRows(stores.constraints, rows.constraints);
    await writeRows(stores.flags, rows.flags);
    await writeRows(stores.variants, rows.variants);
    await writeRows(stores.rules, rows.rules);
    await writeRows(stores.distributions, rows.distributions);
    await writeRows(stores.rollouts, rows.rollouts);
    await stores.variants.deleteAll(rows.variants.deleted);
    await stores.segments.deleteAll(namespaceKey, whole.segments);
  }

  private deleteWhole(noun: 'flags' | 'segments', key: string): void {
    this.whole[noun].push(key);
    this.count++;
  }

  private take<N extends Noun>(noun: N, { created, changed, deleted }: RowDifference<RowOf[N]>): void {
    const waiting = this.rows[noun];
    waiting.created.push(...created);
    waiting.changed.push(...changed.map(({ after }) => after));
    waiting.deleted.push(...deleted);
    this.count += created.length + changed.length + deleted.length;
  }
}

/** Where the rows of a noun go. */
interface RowStore<Row> {
  createAll(rows: readonly Row[]): Promise<void>;
  replaceAll(rows: readonly Row[]): Promise<void>;
}

async function writeRows<Row>(store: RowStore<Row>, { created, changed }: Waiting<Row>): Promise<void> {
  await store.createAll(created);
  await store.replaceAll(changed);
}

function noRows(): { readonly [N in Noun]: Waiting<RowOf[N]> } {
  const none = <Row>(): Waiting<Row> => ({ created: [], changed: [], deleted: [] });
  return {
    segments: none(),
    constraints: none(),
    flags: none(),
    variants: none(),
    rules: none(),
    distributions: none(),
    rollouts: none(),
  };
}
