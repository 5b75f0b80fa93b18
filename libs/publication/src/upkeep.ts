import { type Clock, MICROS_PER_MILLISECOND } from '@pennon/domain';
import { type ObjectStore, type StoredObject } from '@pennon/object-store';
import { type Manifest, type ManifestEntry } from './manifest';
import { formatOfKey, latestKey, REVISIONS_PREFIX, revisionsPrefix, TOKENS_PREFIX } from './object-keys';
import { supersededDocuments, supersededTokens } from './superseded';

/** Most objects that are listed at once, which bounds what a list takes of the memory. */
export const MAX_LISTED_OBJECTS = 200_000;

/** How a store is kept tidy. */
export interface UpkeepOptions {
  /** Documents that are kept of each namespace. */
  readonly keep: number;
  /** How long everything is kept, in milliseconds: for whoever is reading it, or about to name it in a manifest. */
  readonly grace: number;
  readonly clock: Clock;
}

/** Deletes what nobody needs any more. Every call returns how many objects that were, and throws as the store does. */
export class Upkeep {
  constructor(
    private readonly store: ObjectStore,
    private readonly options: UpkeepOptions,
  ) {}

  /** After a manifest has taken the place of another: looks at what has changed between them. */
  async afterChange(former: Manifest | undefined, present: Manifest): Promise<number> {
    const byNamespace = new Map(present.namespaces.map((entry) => [entry.namespaceKey, entry]));
    const replaced = (former?.namespaces ?? []).filter(
      ({ namespaceKey, key }) => byNamespace.get(namespaceKey)?.key !== key,
    );
    const removed = replaced.filter(({ namespaceKey }) => !byNamespace.has(namespaceKey));
    await this.delete(replaced.flatMap((entry) => formerLatest(entry, byNamespace.get(entry.namespaceKey))));
    // Others that are gone may have left behind what the manifest before still named.
    const documents =
      removed.length > 0 ? await this.list(REVISIONS_PREFIX) : await this.documentsOf(replaced);
    const tokens = former?.tokens?.key === present.tokens?.key ? [] : await this.list(TOKENS_PREFIX);
    return this.deleteSuperseded(documents, tokens, [former, present]);
  }

  /** At any time: looks at everything. */
  async sweep(present: Manifest): Promise<number> {
    // Whoever reads by the manifest before this one, which is not at hand, has to be given the time for it.
    if (new Date(present.exportedAt) >= this.graceBegan()) return 0;
    const documents = await this.list(REVISIONS_PREFIX);
    return this.deleteSuperseded(documents, await this.list(TOKENS_PREFIX), [present]);
  }

  private async deleteSuperseded(
    documents: readonly StoredObject[],
    tokens: readonly StoredObject[],
    manifests: readonly (Manifest | undefined)[],
  ): Promise<number> {
    const retention = {
      keep: this.options.keep,
      named: new Set(manifests.flatMap(keysNamedBy)),
      namespaceKeys: new Set(manifests.at(-1)?.namespaces.map(({ namespaceKey }) => namespaceKey)),
      before: this.graceBegan(),
    };
    const keys = [...supersededDocuments(documents, retention), ...supersededTokens(tokens, retention)];
    await this.delete(keys);
    return keys.length;
  }

  private graceBegan(): Date {
    return new Date(this.options.clock.now() / MICROS_PER_MILLISECOND - this.options.grace);
  }

  private async documentsOf(entries: readonly ManifestEntry[]): Promise<readonly StoredObject[]> {
    const objects: StoredObject[] = [];
    for (const { namespaceKey } of entries) objects.push(...(await this.list(revisionsPrefix(namespaceKey))));
    return objects;
  }

  private async list(prefix: string): Promise<readonly StoredObject[]> {
    return this.store.list(prefix, { maxObjects: MAX_LISTED_OBJECTS });
  }

  private async delete(keys: readonly string[]): Promise<void> {
    if (keys.length > 0) await this.store.delete(keys);
  }
}

/** The newest document of a namespace that is gone, or is written in another format now: nobody would renew it. */
function formerLatest(former: ManifestEntry, present: ManifestEntry | undefined): readonly string[] {
  const format = formatOfKey(former.key);
  const isRenewed = present !== undefined && formatOfKey(present.key) === format;
  return format === undefined || isRenewed ? [] : [latestKey(former.namespaceKey, format)];
}

function keysNamedBy(manifest: Manifest | undefined): readonly string[] {
  const entries = [...(manifest?.namespaces ?? []), manifest?.tokens];
  return entries.flatMap((entry) => entry?.key ?? []);
}
