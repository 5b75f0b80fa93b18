import { assertKey, quote, type Revision } from '@pennon/domain';
import { ManifestError, ObjectFields } from './object-fields';
import { formatOfKey, problemOfKey } from './object-keys';

/** An object that a manifest names, and what is in it. */
export interface ObjectEntry {
  /** Below the prefix of the publication. */
  readonly key: string;
  /** In bytes. */
  readonly size: number;
  /** Of its bytes, in lower-case hexadecimal. */
  readonly sha256: string;
}

/** The document of a namespace, and its revision. */
export interface ManifestEntry extends ObjectEntry, Revision {
  readonly namespaceKey: string;
  /**
   * Names of the features that a reader must know to understand the document; missing for none. A reader that lacks one
   * keeps the last good state of this namespace, and takes the others.
   */
  readonly features?: readonly string[];
}

/** What a publication consists of. */
export interface Manifest {
  readonly format: typeof MANIFEST_FORMAT;
  /** When it was written, as ISO 8601 in UTC; later than the one before it, whatever clocks say. */
  readonly exportedAt: string;
  /** One for each namespace, in the order of their creation. */
  readonly namespaces: readonly ManifestEntry[];
  /** Records of client tokens; missing where they are not published. */
  readonly tokens?: ObjectEntry;
}

/**
 * Of the manifests that are written, and of the tokens that they name. Readers of an older format take nothing of a
 * publication with a newer one.
 */
export const MANIFEST_FORMAT = 1;

/** Most namespaces of a publication. */
export const MAX_NAMESPACES = 50_000;

/** Longest manifest, in bytes: room for as many namespaces, and their keys may be long. */
export const MAX_MANIFEST_BYTES = 64 * 1024 * 1024;

/** The text of a manifest. */
export function writeManifest(manifest: Manifest): string {
  return `${JSON.stringify(manifest, undefined, 1)}\n`;
}

/**
 * Reads the text of a manifest. Fields it does not know are passed over, so that later versions may add some.
 *
 * @throws ManifestError if it is none, or one of a later format.
 */
export function parseManifest(text: string): Manifest {
  const fields = new ObjectFields(parseJson(text), '');
  assertFormat(fields.count('format'));
  const exportedAt = fields.text('exportedAt');
  if (Number.isNaN(Date.parse(exportedAt))) fields.fail('exportedAt', 'must be a time as in ISO 8601');
  const listed = fields.list('namespaces');
  if (listed.length > MAX_NAMESPACES) fields.fail('namespaces', `must not be more than ${MAX_NAMESPACES}`);
  const namespaces = listed.map((value, index) =>
    readNamespace(new ObjectFields(value, `namespaces[${index}]`)),
  );
  assertUnique(namespaces);
  return {
    format: MANIFEST_FORMAT,
    exportedAt,
    namespaces,
    ...(fields.has('tokens') && { tokens: readObject(fields.object('tokens')) }),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ManifestError('', 'is not JSON, or cut off');
  }
}

function assertFormat(format: number): void {
  if (format === MANIFEST_FORMAT) return;
  const reason = format > MANIFEST_FORMAT ? 'is of a later version than this one' : 'is unknown';
  throw new ManifestError('format', `${format} ${reason}, which reads format ${MANIFEST_FORMAT}`);
}

function readNamespace(fields: ObjectFields): ManifestEntry {
  const namespaceKey = fields.text('namespaceKey');
  try {
    assertKey('key', namespaceKey);
  } catch {
    fields.fail('namespaceKey', `${quote(namespaceKey)} is no key of a namespace`);
  }
  const entry = readObject(fields);
  if (formatOfKey(entry.key) === undefined) fields.fail('key', `${quote(entry.key)} is no document`);
  return {
    namespaceKey,
    revision: fields.count('revision'),
    ...(fields.has('mark') && { mark: fields.text('mark') }),
    ...(fields.has('features') && { features: fields.texts('features') }),
    ...entry,
  };
}

function readObject(fields: ObjectFields): ObjectEntry {
  const key = fields.text('key');
  const problem = problemOfKey(key);
  if (problem !== undefined) fields.fail('key', problem);
  const sha256 = fields.text('sha256');
  if (!/^[0-9a-f]{64}$/.test(sha256)) fields.fail('sha256', 'must be 64 lower-case hexadecimal digits');
  return { key, size: fields.count('size'), sha256 };
}

function assertUnique(namespaces: readonly ManifestEntry[]): void {
  const seen = new Set<string>();
  for (const [index, { namespaceKey }] of namespaces.entries()) {
    if (seen.has(namespaceKey)) {
      throw new ManifestError(`namespaces[${index}].namespaceKey`, `${quote(namespaceKey)} is there twice`);
    }
    seen.add(namespaceKey);
  }
}
