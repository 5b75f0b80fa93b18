import type { Deletions, DocumentSegment, ImportMode, NamespaceDocument } from '@pennon/document';
import { invalidField, quote } from '@pennon/domain';
import { packText, unpackText } from '../history/packed-text';
import { wholeFlag } from '../history/subject-state';

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
  wanted: readonly Pick<DocumentSegment, 'key'>[],
  deleted: readonly string[],
): void {
  const keys = new Set(wanted.map(({ key }) => key));
  const both = deleted.find((key) => keys.has(key));
  if (both !== undefined) throw invalidField(`deletions.${noun}`, `${quote(both)} is in the document, too`);
}

/** A wanted state as it is stored until it is applied. */
export function packWanted(wanted: WantedState): string {
  return packText(JSON.stringify(wanted));
}

/** What {@link packWanted} was given. */
export function unpackWanted(packed: string): WantedState {
  const { document, deletions } = JSON.parse(unpackText(packed)) as WantedState;
  const { key, name, description } = document.namespace;
  const flags = document.flags.map(wholeFlag);
  return { document: { ...document, namespace: { key, name, description }, flags }, deletions };
}
