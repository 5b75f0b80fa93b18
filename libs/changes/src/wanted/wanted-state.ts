import type { Deletions, ImportMode, NamespaceDocument } from '@pennon/document';
import { invalidField, NAMESPACE_SUBJECT, quote, type Revision, type SubjectKey } from '@pennon/domain';
import type { FlagState, NamespaceEdits, SegmentState, States } from '@pennon/state';
import type { PastState } from '../history/past-states';

/** Flags and segments of a namespace as they are to be; all others stay what they are. */
export interface WantedState {
  /** Each flag and segment complete. */
  readonly document: NamespaceDocument;
  readonly deletions: Deletions;
  /** What to do with flags and segments of that moment, in place of a document; undefined unless given. */
  readonly edits?: NamespaceEdits;
  /** The revision that it puts back, all of it or in part; none unless given. */
  readonly reverts?: Revision;
}

/** How a wanted state is planned. */
export function modeOf({ deletions }: WantedState): ImportMode {
  return { existing: 'update', prune: false, deletions };
}

/** True for a state in which nothing is wanted. */
export function isEmpty({ document: { namespace, flags, segments }, deletions }: WantedState): boolean {
  return (
    flags.length + segments.length + deletions.flags.length + deletions.segments.length === 0 &&
    namespace.name === undefined &&
    namespace.description === undefined
  );
}

/** @throws InvalidFieldError if something is to be there and to be deleted. */
export function assertConsistent({ document, deletions }: WantedState): void {
  assertApart('flags', document.flags, deletions.flags);
  assertApart('segments', document.segments, deletions.segments);
}

function assertApart(
  noun: 'flags' | 'segments',
  wanted: readonly Pick<SegmentState, 'key'>[],
  deleted: readonly string[],
): void {
  const keys = new Set(wanted.map(({ key }) => key));
  const both = deleted.find((key) => keys.has(key));
  if (both !== undefined) throw invalidField(`deletions.${noun}`, `${quote(both)} is in the document, too`);
}

/** What a change names, each once. */
export function subjectsOf({ document, deletions, edits }: WantedState): readonly SubjectKey[] {
  const { name, description } = document.namespace;
  const keys = (kind: 'flag' | 'segment', of: readonly string[]): readonly SubjectKey[] =>
    [...new Set(of)].map((key) => ({ kind, key }));
  return [
    ...(name === undefined && description === undefined ? [] : [NAMESPACE_SUBJECT]),
    ...keys('flag', [...keysOf(document.flags), ...deletions.flags, ...keysOf(edits?.flags)]),
    ...keys('segment', [...keysOf(document.segments), ...deletions.segments, ...keysOf(edits?.segments)]),
  ];
}

function keysOf(all: readonly { readonly key: string }[] = []): readonly string[] {
  return all.map(({ key }) => key);
}

/** What a change wants of flags and segments; what it does not name is to stay as it was. */
export function statesWanted({ document, deletions }: WantedState, base: States): States {
  const { name, description } = document.namespace;
  const wanted = <S extends { readonly key: string }>(
    before: ReadonlyMap<string, S>,
    states: readonly S[],
    gone: readonly string[],
  ): ReadonlyMap<string, S> => {
    const all = new Map([...before, ...states.map((state) => [state.key, state] as const)]);
    for (const key of gone) all.delete(key);
    return all;
  };
  return {
    namespace: {
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
    },
    flags: wanted(
      base.flags,
      document.flags.map((flag) => ({ ...flag, off: flag.off ?? base.flags.get(flag.key)?.off })),
      deletions.flags,
    ),
    segments: wanted(base.segments, document.segments, deletions.segments),
  };
}

/** A namespace that keeps its name and description. */
export function namespaceOnly(key: string): NamespaceDocument['namespace'] {
  return { key, name: undefined, description: undefined };
}

/** A change of a namespace that wants nothing. */
export function nothingOf(namespaceKey: string): WantedState {
  return wantedOf(namespaceKey, []);
}

/** States as what is wanted: what is not there is to be deleted. A namespace may leave out a member. */
export function wantedOf(namespaceKey: string, states: readonly PastState[]): WantedState {
  const flags: FlagState[] = [];
  const segments: SegmentState[] = [];
  const deletions = { flags: [] as string[], segments: [] as string[] };
  let namespace = namespaceOnly(namespaceKey);
  for (const { kind, key, state } of states) {
    if (state?.kind === 'namespace') namespace = { ...namespace, ...state.value };
    else if (state?.kind === 'flag') flags.push(state.value);
    else if (state?.kind === 'segment') segments.push(state.value);
    else if (kind !== 'namespace') deletions[kind === 'flag' ? 'flags' : 'segments'].push(key);
  }
  return { document: { namespace, flags, segments }, deletions };
}

/** What a change deletes. */
export function deletedBy({ document: { namespace }, deletions }: WantedState): readonly SubjectKey[] {
  return subjectsOf({ ...nothingOf(namespace.key), deletions });
}
