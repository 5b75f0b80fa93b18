import { createHash } from 'node:crypto';
import type { DocumentFormat } from '@pennon/document';
import { assertKey } from '@pennon/domain';
import type { StoredObject } from './object-store/object-store';

/** What says which objects are the state of flags; written last. */
export const MANIFEST_KEY = 'manifest.json';

/** Below it lie the documents that manifests name, each under a key of its own for ever. */
export const REVISIONS_PREFIX = 'revisions/';

/** Below it lies the newest document of each namespace, for people and other programs. */
export const LATEST_PREFIX = 'latest/';

/** Below it lie the records of client tokens that manifests name. */
export const TOKENS_PREFIX = 'tokens/';

/** Longest key of an object, in characters: what S3 allows. */
const MAX_OBJECT_KEY_LENGTH = 1024;

/** How many digits of a digest stand in a key. */
const DIGITS_IN_KEY = 16;

/** What the names of documents end in; other readers of such files look for the first one. */
const extensions: Readonly<Record<DocumentFormat, string>> = {
  yaml: '.features.yml',
  json: '.features.json',
};

/** Where documents of a namespace lie. @throws InvalidArgumentError if the key could mean another directory. */
export function revisionsPrefix(namespaceKey: string): string {
  assertKey('namespace.key', namespaceKey);
  return `${REVISIONS_PREFIX}${namespaceKey}/`;
}

/** Where the document of a namespace lies that has this digest at this revision. */
export function revisionKey(
  namespaceKey: string,
  revision: number,
  sha256: string,
  format: DocumentFormat,
): string {
  const name = `${revision}-${sha256.slice(0, DIGITS_IN_KEY)}`;
  return `${revisionsPrefix(namespaceKey)}${name}${extensions[format]}`;
}

/** Where the newest document of a namespace lies. */
export function latestKey(namespaceKey: string, format: DocumentFormat): string {
  assertKey('namespace.key', namespaceKey);
  return `${LATEST_PREFIX}${namespaceKey}${extensions[format]}`;
}

/** Where the records of tokens lie that have this digest. */
export function tokensKey(sha256: string): string {
  return `${TOKENS_PREFIX}${sha256.slice(0, DIGITS_IN_KEY)}.json`;
}

/** How the document of that key is written; undefined when it is none. */
export function formatOfKey(key: string): DocumentFormat | undefined {
  if (key.endsWith(extensions.json)) return 'json';
  return key.endsWith(extensions.yaml) ? 'yaml' : undefined;
}

/** Why a key is none that a manifest may name; undefined when it may. It never leads out of the publication. */
export function problemOfKey(key: string): string | undefined {
  if (key === '') return 'must not be empty';
  if (key.length > MAX_OBJECT_KEY_LENGTH)
    return `must not be longer than ${MAX_OBJECT_KEY_LENGTH} characters`;
  if (!/^[-_,.A-Za-z0-9/]+$/.test(key)) return 'contains invalid characters';
  const steps = key.split('/');
  return steps.some((step) => step === '' || step === '.' || step === '..')
    ? 'must be a path without empty steps, `.` and `..`'
    : undefined;
}

/** SHA-256 of the bytes, in lower-case hexadecimal. */
export function sha256Of(body: Buffer): string {
  return createHash('sha256').update(body).digest('hex');
}

/** Which objects are in the store, and how long they are. */
export class StoredSizes {
  private readonly sizes: ReadonlyMap<string, number>;

  constructor(objects: readonly StoredObject[]) {
    this.sizes = new Map(objects.map(({ key, size }) => [key, size]));
  }

  has(key: string, size: number): boolean {
    return this.sizes.get(key) === size;
  }
}
