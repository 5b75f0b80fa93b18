import { setImmediate as nextTurn } from 'node:timers/promises';
import { AT_ONCE, type Deletions, type ImportMode, type NamespaceDocument } from '@pennon/document';
import { inPieces, invalidField, quote } from '@pennon/domain';
import { completeFlag, type FlagState, type SegmentState } from '@pennon/state';
import { documentFeatures } from '../history/feature-uses';
import type { NewerVersionError } from '../history/newer-version';
import { packText, unpackText, whyNewer } from '../history/packed-text';

/** Flags and segments of a namespace as they are to be; all others stay what they are. */
export interface WantedState {
  /** Each flag and segment complete. */
  readonly document: NamespaceDocument;
  readonly deletions: Deletions;
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

/** One piece of a wanted state as it is stored: what is said once, or some flags or segments. */
interface WantedPiece {
  readonly namespace?: NamespaceDocument['namespace'];
  readonly deletions?: Deletions;
  readonly flags?: readonly FlagState[];
  readonly segments?: readonly SegmentState[];
}

/** Between the pieces of a stored state. */
const SEPARATOR = '\n';

/** A wanted state as it is stored until it is applied; others have their turn in between. */
export async function packWanted({ document, deletions }: WantedState): Promise<string> {
  const pieces: WantedPiece[] = [
    { namespace: document.namespace, deletions },
    ...[...inPieces(document.segments, AT_ONCE)].map((segments) => ({ segments })),
    ...[...inPieces(document.flags, AT_ONCE)].map((flags) => ({ flags })),
  ];
  // The first piece speaks for all.
  let features = documentFeatures(document);
  const packed: string[] = [];
  for (const piece of pieces) {
    packed.push(packText(JSON.stringify(piece), features));
    features = [];
    await nextTurn();
  }
  return packed.join(SEPARATOR);
}

/** For messages: a wanted state as it is stored. */
const STORED = 'the content of the change';

/** Why this version cannot read a wanted state that a newer one stored; undefined for any other. */
export function whyUnreadable(packed: string): NewerVersionError | undefined {
  return whyNewer(packed, STORED);
}

/** @throws NewerVersionError if a newer version stored the wanted state. */
export function assertReadable(packed: string): void {
  const reason = whyUnreadable(packed);
  if (reason !== undefined) throw reason;
}

/** What {@link packWanted} was given. @throws NewerVersionError if a newer version stored it. */
export async function unpackWanted(packed: string): Promise<WantedState> {
  let namespace: NamespaceDocument['namespace'] = { key: '', name: undefined, description: undefined };
  let deletions: Deletions = { flags: [], segments: [] };
  const flags: FlagState[] = [];
  const segments: SegmentState[] = [];
  for (const text of packed.split(SEPARATOR)) {
    const piece = JSON.parse(unpackText(text, STORED)) as WantedPiece;
    namespace = { ...namespace, ...piece.namespace };
    deletions = piece.deletions ?? deletions;
    flags.push(...(piece.flags ?? []).map(completeFlag));
    segments.push(...(piece.segments ?? []));
    await nextTurn();
  }
  return { document: { namespace, flags, segments }, deletions };
}
