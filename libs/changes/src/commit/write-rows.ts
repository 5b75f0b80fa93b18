import type { FlagDifference, RowDifference, SegmentDifference } from '@pennon/state';
import type { Stores } from '@pennon/storage';

/** Where the rows of a noun lie. */
interface RowStore<Row> {
  createAll(rows: readonly Row[]): Promise<void>;
  replaceAll(rows: readonly Row[], relinked: readonly Row[]): Promise<void>;
}

/**
 * Writes what differs between the rows of a flag before and after. What is referred to comes first, and goes last.
 *
 * @throws FailedPreconditionError if another flag distributes to a variant that is changed or deleted.
 */
export async function writeFlag(
  stores: Stores,
  namespaceKey: string,
  difference: FlagDifference,
): Promise<void> {
  const { flags, variants, rules, rollouts } = difference;
  const distributions = inNamespace(namespaceKey, difference.distributions);
  const [deleted] = flags.deleted;
  // With it goes what belongs to it.
  if (deleted !== undefined) return stores.flags.deleteAll(namespaceKey, [deleted.key]);
  await stores.distributions.deleteAll(distributions.deleted);
  await stores.rules.deleteAll(rules.deleted);
  await stores.rollouts.deleteAll(rollouts.deleted);
  await write(stores.flags, flags);
  await write(stores.variants, variants);
  await write(stores.rules, rules, (rule) => rule.segmentKeys);
  await write(stores.distributions, distributions);
  await write(stores.rollouts, rollouts, ({ step }) => (step.type === 'segment' ? step.segmentKeys : []));
  await stores.variants.deleteAll(variants.deleted);
}

/** {@link writeFlag} for a segment, which must not be in use where it is deleted. */
export async function writeSegment(stores: Stores, difference: SegmentDifference): Promise<void> {
  const { segments, constraints } = difference;
  const [deleted] = segments.deleted;
  if (deleted !== undefined) return stores.segments.deleteAll(deleted.namespaceKey, [deleted.key]);
  await stores.constraints.deleteAll(constraints.deleted);
  await write(stores.segments, segments);
  await write(stores.constraints, constraints);
}

/** @param linksOf The segments that a row looks at, which lie in a table of their own; none, unless given. */
async function write<Row>(
  store: RowStore<Row>,
  { created, changed }: RowDifference<Row>,
  linksOf: (row: Row) => readonly string[] = () => [],
): Promise<void> {
  if (created.length > 0) await store.createAll(created);
  if (changed.length === 0) return;
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
export function inNamespace<Row>(
  namespaceKey: string,
  { created, changed, deleted }: RowDifference<Row>,
): RowDifference<Placed<Row>> {
  const placed = (row: Row): Placed<Row> => ({ ...row, namespaceKey });
  return {
    created: created.map(placed),
    changed: changed.map(({ before, after, isOther }) => ({
      before: placed(before),
      after: placed(after),
      isOther,
    })),
    deleted: deleted.map(placed),
  };
}
