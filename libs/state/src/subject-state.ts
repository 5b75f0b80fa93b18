import type { Instant, SubjectKey } from '@pennon/domain';
import type { FlagState } from './flag-state';
import type { NamespaceState } from './namespace-state';
import { flagParts } from './parts/flag-parts';
import { namespaceParts } from './parts/namespace-parts';
import { changedParts, completed, isSameInParts, partOf, type PartTable } from './parts/part';
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

/** A subject with some parts of another state of it, and which parts those are. */
export interface WithParts {
  readonly state: SubjectState;
  /** In the order of the table. */
  readonly parts: readonly string[];
}

/**
 * A subject with those of its parts as another state of it has them that differ and are chosen; undefined for two of
 * different kinds.
 */
export function withPartsOf(
  subject: SubjectState,
  other: SubjectState,
  isChosen: (part: string) => boolean,
): WithParts | undefined {
  const taken = <S>(
    table: PartTable<S>,
    one: S,
    from: S,
  ): { readonly value: S; readonly parts: string[] } => {
    const parts = changedParts(table, from, one).filter(isChosen);
    const members: Partial<S> = {};
    for (const part of parts) members[part] = partOf(table, from, part);
    return { value: { ...one, ...members }, parts };
  };
  if (subject.kind === 'flag' && other.kind === 'flag') {
    const { value, parts } = taken(flagParts, subject.value, other.value);
    return { state: { ...subject, value }, parts };
  }
  if (subject.kind === 'segment' && other.kind === 'segment') {
    const { value, parts } = taken(segmentParts, subject.value, other.value);
    return { state: { ...subject, value }, parts };
  }
  if (subject.kind === 'namespace' && other.kind === 'namespace') {
    const { value, parts } = taken(namespaceParts, subject.value, other.value);
    return { state: { ...subject, value }, parts };
  }
  return undefined;
}

/** A flag that was read from JSON, with all members: JSON lacks those that were none, and those that came later. */
export function completeFlag(parsed: FlagState): FlagState {
  return completed(flagParts, parsed);
}

/** The same for a flag that is wanted: what may be left out is to stay as it is. */
export function completeWantedFlag(parsed: FlagState): FlagState {
  return { ...completeFlag(parsed), off: parsed.off };
}
