import {
  FailedPreconditionError,
  featuresIn,
  featuresText,
  namedFeatures,
  type RevisionItem,
} from '@pennon/domain';
import type { Stores } from '@pennon/storage';
import { readStates, subjectKeysOf, type RowsReading, type SubjectKeys } from '../history/read-states';
import { unpackState } from '../history/stored-states';
import { featuresOf, featureUses, type FeatureUses } from '../history/feature-uses';
import { assertFeaturesKnown } from '../history/newer-version';
import type { Trail } from './trail';

/** @throws FailedPreconditionError if some features that are to be used may not be used yet. */
export function assertReleased(used: Iterable<string>, released: readonly string[]): void {
  const early = [...used].filter((name) => !released.includes(name));
  if (early.length === 0) return;
  throw new FailedPreconditionError(
    `${namedFeatures(early)} cannot be used before every instance is upgraded: upgrade them, then run ` +
      '"pennon migrate --finish"',
    { info: { reason: 'FEATURE_NOT_RELEASED' } },
  );
}

/** Keeps changes from using features that not every instance has, and writes down which a namespace uses. */
export class FeatureGate {
  /** @param uses The features of this version, unless given. */
  constructor(private readonly uses: FeatureUses = featureUses) {}

  /** @param used What the namespace uses. @throws NewerVersionError if this version lacks some of it. */
  assertKnown(namespaceKey: string, used: readonly string[]): void {
    assertFeaturesKnown(namespaceKey, used, Object.keys(this.uses));
  }

  /**
   * Looks at what a change has made of the subjects that it touched, at its end, and writes down what is used now.
   *
   * @param before What the namespace used before.
   * @param trail What the change has taken down.
   * @returns What it uses now.
   * @throws FailedPreconditionError if a feature is used that is not released.
   */
  async settle(
    stores: Stores,
    namespaceKey: string,
    before: readonly string[],
    trail: Pick<Trail, 'items' | 'featuresOf'>,
  ): Promise<readonly string[]> {
    const touched = trail.items.filter(({ kind }) => kind !== 'namespace');
    const after = await this.usedAfter(stores, namespaceKey, touched, trail);
    const added = [...after].filter((name) => !before.includes(name));
    if (added.length > 0) assertReleased(added, await stores.features.released());
    const left = before.filter((name) => !after.has(name) && this.wasUsedBy(touched, name));
    // Others may use it still; only all of them can tell.
    const still =
      left.length === 0
        ? new Set(before)
        : await this.usedBy(stores, namespaceKey, await stores.contents.keys(namespaceKey));
    const now = featuresText([...still, ...after]);
    if (now !== featuresText(before)) await stores.features.use(namespaceKey, now);
    return featuresIn(now);
  }

  /** What is not deleted is read, unless the trail knows what it has become. */
  private async usedAfter(
    stores: Stores,
    namespaceKey: string,
    touched: readonly RevisionItem[],
    trail: Pick<Trail, 'featuresOf'>,
  ): Promise<ReadonlySet<string>> {
    const left = touched.filter(({ action }) => action !== 'deleted');
    const unknown = left.filter((item) => trail.featuresOf(item) === undefined);
    const known = left.flatMap((item) => trail.featuresOf(item) ?? []);
    if (unknown.length === 0) return new Set(known);
    return new Set([...known, ...(await this.usedBy(stores, namespaceKey, subjectKeysOf(unknown)))]);
  }

  private async usedBy(
    { contents }: Stores,
    namespaceKey: string,
    keys: SubjectKeys,
  ): Promise<ReadonlySet<string>> {
    const reading: RowsReading = { rows: async (parts) => contents.read(namespaceKey, parts) };
    const used = new Set<string>();
    for await (const state of readStates(reading, keys))
      for (const name of featuresOf(state, this.uses)) used.add(name);
    return used;
  }

  private wasUsedBy(items: readonly RevisionItem[], name: string): boolean {
    return items.some(
      ({ before, createdAt, ...subject }) =>
        before !== undefined && featuresOf(unpackState(subject, createdAt, before), this.uses).includes(name),
    );
  }
}
