import { type ObjectStore, type PutOptions } from '@pennon/object-store';
import { type Manifest } from './manifest';
import { writeManifest } from './manifest-text';
import { MANIFEST_KEY } from './object-keys';
import { readManifest, type StoredManifest } from './read-publication';

/** The manifest in the store, as one publisher sees it. */
export class ManifestInPlace {
  private seen: StoredManifest | undefined;

  constructor(private readonly store: ObjectStore) {}

  /** The manifest; undefined when there is none. @throws as {@link readManifest} does. */
  async read(signal?: AbortSignal): Promise<Manifest | undefined> {
    const found = await readManifest(this.store, { unlessEtag: this.seen?.etag, signal });
    if (found !== 'unchanged') this.seen = found;
    return this.seen?.manifest;
  }

  /**
   * Puts a manifest in the place of the one that was read last; false, and nothing is written, when that is not there
   * any more because somebody else has written another.
   */
  async replace(manifest: Manifest, signal?: AbortSignal): Promise<boolean> {
    const former = this.seen;
    const text = writeManifest(manifest);
    // Not every store knows conditions, which leave no moment between the look and the writing.
    await this.read(signal);
    if (textOf(this.seen) !== textOf(former)) return false;
    const condition = conditionOf(former);
    const contentType = 'application/json';
    const answer = await this.store.put(MANIFEST_KEY, Buffer.from(text), { contentType, ...condition });
    if (answer === 'written') return true;
    // An answer that was lost has the condition looked at twice: then it is this one that is there.
    await this.read(signal);
    return textOf(this.seen) === text;
  }
}

function conditionOf(former: StoredManifest | undefined): Pick<PutOptions, 'ifMatch' | 'ifNoneMatch'> {
  if (former === undefined) return { ifNoneMatch: '*' };
  return former.etag === undefined ? {} : { ifMatch: former.etag };
}

function textOf(stored: StoredManifest | undefined): string | undefined {
  return stored && writeManifest(stored.manifest);
}
