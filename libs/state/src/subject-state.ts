import type { Instant, SubjectKey } from '@pennon/domain';
import type { FlagState } from './flag-state';
import type { NamespaceState } from './namespace-state';
import { flagParts } from './parts/flag-parts';
import { namespaceParts } from './parts/namespace-parts';
import { completed, isSameInParts } from './parts/part';
import { segmentParts } from './parts/segment-parts';
import type { SegmentState } from './segment-state';

/** What a subject of a namespace is at one revision. */
export type SubjectState = { readonly key: string; readonly createdAt: Instant } & SubjectValue;

/** A state, and of which kind of subject. */
export type SubjectValue =
  | { readonly kind: 'flag'; readonly value: FlagState }
  | { readonly kind: 'segment'; readonly value: SegmentState }
  | { readonly kind: 'namespace'; readonly value: NamespaceState };

/** A subject in one text, for maps. */
export function nameOf({ kind, key }: SubjectKey): string {
  return `${kind} ${key}`;
}

/** True if both are the same to whoever evaluates or reads; two that are not there are the same. */
export function isSameState(one: SubjectState | undefined, other: SubjectState | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.key === other.key && isSameValue(one, other);
}

function isSameValue(one: SubjectValue, other: SubjectValue): boolean {
  if (one.kind === 'flag' && other.kind === 'flag') return isSameInParts(flagParts, one.value, other.value);
  if (one.kind === 'segment' && other.kind === 'segment')
    return isSameInParts(segmentParts, one.value, other.value);
  if (one.kind === 'namespace' && other.kind === 'namespace')
    return isSameInParts(namespaceParts, one.value, other.value);
  return false;
}

/** A flag that was read from JSON, with all members: JSON lacks those that were none, and those that came later. */
export function completeFlag(parsed: FlagState): FlagState {
  return completed(flagParts, parsed);
}
