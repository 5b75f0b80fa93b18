import { type Clock, groupBy, MICROS_PER_MILLISECOND } from '@pennon/domain';
import type { ObjectStore, StoredObject } from './object-store/object-store';
import type { Manifest, ManifestEntry } from './manifest';
import { formatOfKey, latestKey, REVISIONS_PREFIX, revisionsPrefix, TOKENS_PREFIX } from './object-keys';

/** What must not be deleted. */
export interface Retention {
  /** Documents that are kept of each namespace, the newest ones. */
  readonly keep: number;
  /** Keys that the present manifest and the one before it name: whoever reads them may be reading those objects. */
  readonly named: ReadonlySet<string>;
  /** Keys of namespaces that are published; of others nothing is kept but what is named. */
  readonly namespaceKeys: ReadonlySet<string>;
  /** What was written later than this may belong to a manifest that is about to be written. */
  readonly before: Date;
}

/** Only what publications write is ever deleted. */
const DOCUMENT = /^revisions\/([-_,A-Za-z0-9]+)\/(\d+)-[0-9a-f]{16}\.features\.(?:json|yml)$/;
const TOKENS = /^tokens\/[0-9a-f]{16}\.json$/;

interface Document {
  readonly key: string;
  readonly namespaceKey: string;
  readonly revision: number;
  readonly modifiedAt: Date;
}

/** Keys of the documents that nobody needs any more, of some or all objects below `revisions/`. */
export function supersededDocuments(
  objects: readonly StoredObject[],
  { keep, named, namespaceKeys, before }: Retention,
): readonly string[] {
  const documents = objects.flatMap(asDocument);
  const byNamespace = groupBy(documents, ({ namespaceKey }) => namespaceKey);
  return [...byNamespace].flatMap(([namespaceKey, ofOne]) =>
    ofOne
      // The newest first: of a database that was put back it is not the highest revision.
      .toSorted(
        (left, right) => Number(right.modifiedAt) - Number(left.modifiedAt) || right.revision - left.revision,
      )
      .slice(namespaceKeys.has(namespaceKey) ? keep : 0)
      .filter(({ key, modifiedAt }) => !named.has(key) && modifiedAt < before)
      .map(({ key }) => key),
  );
}

/** Keys of the records of tokens that nobody needs any more, of all objects below `tokens/`. */
export function supersededTokens(
  objects: readonly StoredObject[],
  { named, before }: Pick<Retention, 'named' | 'before'>,
): readonly string[] {
  return objects
    .filter(({ key, modifiedAt }) => TOKENS.test(key) && !named.has(key) && modifiedAt < before)
    .map(({ key }) => key);
}

function asDocument({ key, modifiedAt }: StoredObject): readonly Document[] {
  const [, namespaceKey, revision] = DOCUMENT.exec(key) ?? [];
  return namespaceKey === undefined ? [] : [{ key, namespaceKey, revision: Number(revision), modifiedAt }];
}

/** Most objects that are listed at once, which bounds what a list takes of the memory. */
export const MAX_LISTED_OBJECTS = 200_000;

/** How a store is kept tidy. */
export interface CleanupOptions {
  /** Documents that are kept of each namespace. */
  readonly keep: number;
  /** How long everything is kept, in milliseconds: for whoever is reading it, or about to name it in a manifest. */
  readonly grace: number;
  readonly clock: Clock;
}

/** Deletes what nobody needs any more. Every call returns how many objects that were, and throws as the store does. */
export class PublicationCleanup {
  constructor(
    private readonly store: ObjectStore,
    private readonly options: CleanupOptions,
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
