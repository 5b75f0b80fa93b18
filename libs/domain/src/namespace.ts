import type { Constraint } from './constraint';
import type { Distribution, Flag, Rollout, Rule, Variant } from './flag';
import type { Revision } from './revision';
import type { Segment } from './segment';
import type { Instant } from './time';

/** The namespace every database starts with; it cannot be deleted. */
export const DEFAULT_NAMESPACE_KEY = 'default';

/** An isolated set of flags and segments with one revision. */
export interface Namespace {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  /** True for `default` only. */
  readonly isProtected: boolean;
  /** Raised by one with every change to anything in the namespace; 0 for a `default` nobody touched. */
  readonly revision: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** Rights to namespaces themselves, for calls that may come upon the need of them while they are carried out. */
export interface NamespaceRights {
  /** Throws PermissionDeniedError when the caller must not do that with the namespace itself. */
  assert(action: 'create' | 'update', namespaceKey: string): void;
  /** The roles that the caller has in a namespace. */
  rolesIn(namespaceKey: string): ReadonlySet<string>;
  /** True if the caller may change flags and segments of a namespace, as far as its policy lets it. */
  mayWrite(namespaceKey: string): boolean;
}

/** The namespace a request means: an empty key is `default`. */
export function resolveNamespaceKey(key: string): string {
  return key === '' ? DEFAULT_NAMESPACE_KEY : key;
}

/**
 * Everything in a namespace, or in some of its parts: one list per noun, nothing joined. Whoever hands it on says in
 * which order. Variants may be of other flags, if a rule distributes to them.
 */
export interface NamespaceContents {
  readonly flags: readonly Flag[];
  readonly variants: readonly Variant[];
  readonly segments: readonly Segment[];
  readonly constraints: readonly Constraint[];
  readonly rules: readonly Rule[];
  readonly distributions: readonly Distribution[];
  readonly rollouts: readonly Rollout[];
}

/** Some flags and segments of one namespace, by their keys. */
export interface NamespaceParts {
  readonly flagKeys: ReadonlySet<string>;
  readonly segmentKeys: ReadonlySet<string>;
}

/** What a change has written of some parts of a namespace: with what was there before, it tells what is there now. */
export interface WrittenParts {
  /** Of the namespace, before the change. */
  readonly before: Revision;
  /** That the change has made. */
  readonly after: Revision;
  /** Features that the namespace uses after the change. */
  readonly features: readonly string[];
  /** What was changed, created or deleted. */
  readonly parts: NamespaceParts;
  /** All that lies in these parts after the change, in the order in which it is read: what is not there was deleted. */
  readonly rows: NamespaceContents;
}
