import { TooLargeError, UnavailableError } from '@pennon/domain';
import type { ObjectStore, PutOptions } from './object-store/object-store';
import {
  type Manifest,
  MAX_MANIFEST_BYTES,
  type ObjectEntry,
  parseManifest,
  writeManifest,
} from './manifest';
import { ManifestError } from './object-fields';
import { MANIFEST_KEY, sha256Of } from './object-keys';
import { parseTokens, type PublishedToken } from './published-tokens';

/** A manifest, and what it is known by where it lies. */
export interface StoredManifest {
  readonly manifest: Manifest;
  readonly etag: string | undefined;
}

/** How a manifest is read. */
export interface ReadManifestOptions {
  /** Of the manifest that is at hand; what still has it is not read again. */
  readonly unlessEtag?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads the manifest of a publication; undefined when nothing was published there yet.
 *
 * @throws ManifestError if it cannot be used, UnavailableError if the store cannot be asked.
 */
export async function readManifest(
  store: ObjectStore,
  { unlessEtag, signal }: ReadManifestOptions = {},
): Promise<StoredManifest | 'unchanged' | undefined> {
  const object = await store.get(MANIFEST_KEY, {
    maxBytes: MAX_MANIFEST_BYTES,
    ...(unlessEtag !== undefined && { unlessEtag }),
    ...(signal && { signal }),
  });
  if (object === undefined || object === 'unchanged') return object;
  try {
    return { manifest: parseManifest(object.body.toString('utf8')), etag: object.etag };
  } catch (error) {
    if (error instanceof ManifestError) throw error.at(store.location);
    throw error;
  }
}

/**
 * Reads an object that a manifest names.
 *
 * @throws UnavailableError if it is not there, or not what the manifest says it is: cut off, or changed.
 * @throws TooLargeError if it is longer than that.
 */
export async function readEntry(
  store: ObjectStore,
  { key, size, sha256 }: ObjectEntry,
  maxBytes: number,
  signal?: AbortSignal,
): Promise<Buffer> {
  const name = `${key} in ${store.location}`;
  if (size > maxBytes) throw new TooLargeError(`${name} is longer than ${maxBytes} bytes`);
  const object = await store.get(key, { maxBytes, ...(signal && { signal }) });
  if (object === undefined || object === 'unchanged') {
    throw new UnavailableError(`${name} is not there, and the manifest names it`);
  }
  const { body } = object;
  if (body.length !== size) {
    throw new UnavailableError(`${name} has ${body.length} bytes, and ${size} by the manifest`);
  }
  if (sha256Of(body) !== sha256) throw new UnavailableError(`${name} is not what the manifest names`);
  return body;
}

/**
 * Reads the records of client tokens that a manifest names; undefined where it names none.
 *
 * @throws UnavailableError and TooLargeError as {@link readEntry} does, and if they are none.
 */
export async function readTokens(
  store: ObjectStore,
  { tokens }: Pick<Manifest, 'tokens'>,
  maxBytes: number,
  signal?: AbortSignal,
): Promise<readonly PublishedToken[] | undefined> {
  if (tokens === undefined) return undefined;
  const text = (await readEntry(store, tokens, maxBytes, signal)).toString('utf8');
  try {
    return parseTokens(text);
  } catch (error) {
    if (!(error instanceof ManifestError)) throw error;
    const { path, reason } = error;
    throw new UnavailableError(`${tokens.key} in ${store.location} cannot be used: ${path} ${reason}`);
  }
}

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
