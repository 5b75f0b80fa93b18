import type { Planned } from '@pennon/document';
import type { Constraint, Distribution, Flag, Rollout, Rule, Segment, Variant } from '@pennon/domain';
import { flagRowsBetween, type RowChange, type RowDifference } from '@pennon/state';
import type { Stores } from '@pennon/storage';

/** What becomes of a flag or segment. */
export type PlannedSubject = Exclude<Planned, { readonly kind: 'namespace' }>;

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
  readonly changed: RowChange<Row>[];
  readonly deleted: Row[];
}

/** How many rows, and deletions, wait before they are written: some 3 MB. */
const ENOUGH = 10_000;

/**
 * Rows that a change is to write. Those of an import are gathered until there are many: a statement for each of them
 * would take most of its time.
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
  add(planned: PlannedSubject): void {
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
    await stores.rows.together(async () => {
      await writeRows(stores.segments, rows.segments);
      await writeRows(stores.constraints, rows.constraints);
      await writeRows(stores.flags, rows.flags);
      await writeRows(stores.variants, rows.variants);
      await writeRows(stores.rules, rows.rules, (rule) => rule.segmentKeys);
      await writeRows(stores.distributions, rows.distributions);
      await writeRows(stores.rollouts, rows.rollouts, ({ step }) =>
        step.type === 'segment' ? step.segmentKeys : [],
      );
    });
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
    waiting.changed.push(...changed);
    waiting.deleted.push(...deleted);
    this.count += created.length + changed.length + deleted.length;
  }
}

/** Where the rows of a noun go. */
interface RowStore<Row> {
  createAll(rows: readonly Row[]): Promise<void>;
  replaceAll(rows: readonly Row[], relinked: readonly Row[]): Promise<void>;
}

/** @param linksOf The segments that a row looks at, which lie in a table of their own; none, unless given. */
async function writeRows<Row>(
  store: RowStore<Row>,
  { created, changed }: Waiting<Row>,
  linksOf: (row: Row) => readonly string[] = () => [],
): Promise<void> {
  await store.createAll(created);
  const relinked = changed.filter(
    ({ before, after }) => linksOf(before).join('\0') !== linksOf(after).join('\0'),
  );
  await store.replaceAll(
    changed.map(({ after }) => after),
    relinked.map(({ after }) => after),
  );
}

/** A row that says which namespace it is in. */
type Placed<Row> = Row & { readonly namespaceKey: string };

/** Rows with the namespace that they are in, which distributions do not say. */
function inNamespace<Row>(
  namespaceKey: string,
  { created, changed, deleted }: RowDifference<Row>,
): RowDifference<Placed<Row>> {
  const placed = (row: Row): Placed<Row> => ({ namespaceKey, ...row });
  return {
    created: created.map(placed),
    changed: changed.map(({ before, after, isOther }) => ({
      ...{ before: placed(before), after: placed(after), isOther },
    })),
    deleted: deleted.map(placed),
  };
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
