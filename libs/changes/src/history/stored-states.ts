import { attachmentOfRow, onlyFlags, flagText, onlySegments, segmentText } from '@pennon/document';
import {
  NotFoundError,
  quote,
  type Instant,
  type NamespaceContents,
  type NamespaceParts,
  type SubjectKey,
  type Variant,
} from '@pennon/domain';
import {
  completeFlag,
  completeWantedFlag,
  type FlagState,
  grouped,
  stateOfFlag,
  stateOfSegment,
  type StoredFlag,
  type StoredSegment,
  type SubjectState,
  withBorrowed,
} from '@pennon/state';
import type { Stores } from '@pennon/storage';
import { featuresOf } from './feature-uses';
import { packText, unpackText } from './packed-text';

/** Names a flag or a segment. */
export interface FlagOrSegmentKey extends SubjectKey {
  readonly kind: 'flag' | 'segment';
}

/** What a flag or a segment is, and its rows: one of the two is there. */
export interface StoredState {
  readonly state: SubjectState;
  readonly flag: StoredFlag | undefined;
  readonly segment: StoredSegment | undefined;
}

/** The states of the flags and segments among rows, in their order. */
export function statesIn(rows: NamespaceContents): readonly SubjectState[] {
  const { flags, segments } = grouped(rows);
  const variants = variantsById(rows);
  return [...flags.map((flag) => flagSubject(flag, variants)), ...segments.map(segmentSubject)];
}

/** The variants among rows, to which the flags among them may distribute. */
export function variantsById({ variants }: NamespaceContents): ReadonlyMap<string, Variant> {
  return new Map(variants.map((variant) => [variant.id, variant]));
}

/** The state of a flag. @param variants All that its rules may distribute to, by id. */
export function flagSubject(flag: StoredFlag, variants: ReadonlyMap<string, Variant>): SubjectState {
  const { key, createdAt } = flag;
  // An attachment that no document can hold must not keep anybody from changing its flag.
  const attachmentOf = ({ attachment }: Variant): string => attachmentOfRow(attachment);
  return {
    kind: 'flag',
    key,
    createdAt,
    value: stateOfFlag(flag, withBorrowed(flag, variants), attachmentOf),
  };
}

/** The state of a segment. */
export function segmentSubject(segment: StoredSegment): SubjectState {
  const { key, createdAt } = segment;
  return { kind: 'segment', key, createdAt, value: stateOfSegment(segment) };
}

/** What a subject is in the transaction of the stores; undefined when it is not there. */
export async function readState(
  { contents, namespaces }: Stores,
  namespaceKey: string,
  { kind, key }: SubjectKey,
): Promise<SubjectState | undefined> {
  if (kind === 'namespace') {
    const found = await namespaces.find(namespaceKey);
    if (found === undefined) return undefined;
    const { name, description, createdAt } = found;
    return { kind, key, createdAt, value: { name, description } };
  }
  const [state] = statesIn(await contents.read(namespaceKey, partsOfSubject(kind, key)));
  return state;
}

/** A flag or a segment as it lies in the tables, and what that says; undefined when it is not there. */
export async function readStored(
  { contents }: Stores,
  namespaceKey: string,
  { kind, key }: FlagOrSegmentKey,
): Promise<StoredState | undefined> {
  const rows = await contents.read(namespaceKey, partsOfSubject(kind, key));
  const [state] = statesIn(rows);
  if (state === undefined) return undefined;
  const { flags, segments } = grouped(rows);
  return { state, flag: flags[0], segment: segments[0] };
}

function partsOfSubject(kind: FlagOrSegmentKey['kind'], key: string): NamespaceParts {
  return kind === 'flag' ? onlyFlags([key]) : onlySegments([key]);
}

/** A subject that is not there. */
export function subjectNotFound({ kind, key }: SubjectKey, namespaceKey: string): NotFoundError {
  return new NotFoundError(`${kind} ${quote(key)} not found in namespace ${quote(namespaceKey)}`);
}

/** A state as the history stores it. */
export function packState(state: SubjectState): string {
  // What no flag says that is not off is left out.
  if (state.kind !== 'flag' || state.value.off !== false) return packWanted(state);
  return packWanted({ ...state, value: { ...state.value, off: undefined } });
}

/** The same of a state that is wanted: what it leaves out is to stay as it is. */
export function packWanted(state: SubjectState): string {
  return packText(JSON.stringify(state.value), featuresOf(state));
}

/**
 * What {@link packState} has written.
 *
 * @throws NewerVersionError if a newer version wrote it.
 */
export function unpackState(subject: SubjectKey, createdAt: Instant, packed: string): SubjectState {
  return unpacked(subject, createdAt, packed, { what: 'the past state of', complete: completeFlag });
}

/** What {@link packWanted} has written. @throws NewerVersionError if a newer version wrote it. */
export function unpackWanted(subject: SubjectKey, packed: string): SubjectState {
  return unpacked(subject, 0, packed, { what: 'what is wanted of', complete: completeWantedFlag });
}

function unpacked(
  { kind, key }: SubjectKey,
  createdAt: Instant,
  packed: string,
  { what, complete }: { readonly what: string; readonly complete: (parsed: FlagState) => FlagState },
): SubjectState {
  const subject = kind === 'namespace' ? kind : `${kind} ${quote(key)}`;
  const value: unknown = JSON.parse(unpackText(packed, `${what} ${subject}`));
  if (kind !== 'flag') return { kind, key, createdAt, value } as SubjectState;
  return { kind, key, createdAt, value: complete(value as FlagState) };
}

/** A state as documents have it, as JSON text. */
export function stateText(state: SubjectState): string {
  switch (state.kind) {
    case 'flag':
      return flagText(state.value);
    case 'segment':
      return segmentText(state.value);
    case 'namespace':
      return JSON.stringify({ name: state.value.name, description: state.value.description });
  }
}
