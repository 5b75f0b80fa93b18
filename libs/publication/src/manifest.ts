import { type Revision } from '@pennon/domain';

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

/** Of the manifests that are written. Readers of an older format do not read a newer one. */
export const MANIFEST_FORMAT = 1;

/** Most namespaces of a publication. */
export const MAX_NAMESPACES = 50_000;

/** Longest manifest, in bytes: room for as many namespaces, and their keys may be long. */
export const MAX_MANIFEST_BYTES = 64 * 1024 * 1024;
