import { quote } from '@pennon/domain';

/** The versions of the format, oldest first. */
export const documentVersions = ['1.0', '1.1', '1.2', '1.3', '1.4'] as const;
export type DocumentVersion = (typeof documentVersions)[number];

/** What a document without a version is read as, and what is written. */
export const LATEST_VERSION: DocumentVersion = '1.4';

/** Versions that Flipt v2 writes: with the fields of the latest version they mean the same. */
const fliptV2Versions: readonly string[] = ['1.5', '1.6'];

/** What came after 1.0 and is refused in a document of an older version. */
export const versionGates = {
  'flag.type': '1.1',
  'flag.rollouts': '1.1',
  'flag.rollouts[*].segment.keys': '1.2',
  'variant.default': '1.3',
} as const satisfies Readonly<Record<string, DocumentVersion>>;

/** What came after 1.0 and is read from older documents too, though other readers may refuse it. */
export const versionHints = {
  'flag.metadata': '1.3',
} as const satisfies Readonly<Record<string, DocumentVersion>>;

/** True if what came with version `since` is not part of `version`. */
export function isBefore(version: DocumentVersion, since: DocumentVersion): boolean {
  return documentVersions.indexOf(version) < documentVersions.indexOf(since);
}

/** What is wrong with using `feature` in a document of that version, in Flipt's words. */
export function notYet(feature: string, since: DocumentVersion, version: DocumentVersion): string {
  return `${feature} is supported in version >=${since}, found ${version}`;
}

/** A version that a document may have. */
export interface ParsedVersion {
  /** The version whose rules it is read by. */
  readonly version: DocumentVersion;
  /** The version as it is written, where Flipt v2 has written it. */
  readonly fliptV2?: string;
}

/**
 * The version that a text names: `1`, `v1.2` and `1.2.0` are as good as `1.0` and `1.2`. Otherwise the reason why it
 * names none.
 */
export function parseVersion(text: string): ParsedVersion | { readonly reason: string } {
  const parts = /^v?(\d{1,6})(?:\.(\d{1,6}))?(?:\.(\d{1,6}))?$/.exec(text);
  if (parts === null) return { reason: `parsing document version: ${quote(text)} is not a version` };
  const [, major = '', minor = '0', patch = '0'] = parts;
  const named = `${Number(major)}.${Number(minor)}`;
  const version = documentVersions.find((known) => known === named);
  if (Number(patch) === 0 && version !== undefined) return { version };
  if (Number(patch) === 0 && fliptV2Versions.includes(named))
    return { version: LATEST_VERSION, fliptV2: named };
  return { reason: `unsupported version: ${text}` };
}
