import { type EntityManager } from 'typeorm';
import { isSameRevision, type Revision } from '@pennon/domain';
import { patchSnapshotDocument, type SnapshotDocument } from '@pennon/snapshot';
import { changesSince } from './changes-since';
import { readDocument, type Build } from './read-document';
import { readNamespaceRows } from './read-namespace-rows';
import { NamespaceStore } from './stores/namespace.store';

/** What the database shows of a namespace, beside a document that is held of it. */
export type Next =
  /** The present state; undefined when there is no such namespace any more. */
  | { readonly kind: 'next'; readonly build: Build | undefined }
  /** An earlier revision, as a replica has that lags; undefined when there is no such namespace. */
  | { readonly kind: 'behind'; readonly revision: Revision | undefined }
  /** A revision that does not come after the one that is held, though its number is no lower. */
  | { readonly kind: 'otherHistory'; readonly revision: Revision };

/** A state that does not follow what is held. */
export type Unlike = Exclude<Next, { kind: 'next' }>;

/** Reads what has changed since, in one transaction, if it has changed in the history of what is held. */
export async function readNext(manager: EntityManager, held: SnapshotDocument): Promise<Next> {
  const { namespaceKey } = held;
  const namespaces = new NamespaceStore(manager);
  const present = await namespaces.markedRevisionOf(namespaceKey);
  const last = present?.revision ?? (await namespaces.deletedRevisionOf(namespaceKey)) ?? 0;
  if (last < held.revision) return { kind: 'behind', revision: present };
  if (present === undefined) return { kind: 'next', build: undefined };
  if (isSameRevision(present, held)) return { kind: 'next', build: () => held };
  const since = await changesSince(manager, held, present);
  switch (since.kind) {
    case 'otherHistory':
      return { kind: 'otherHistory', revision: present };
    case 'anything':
      return { kind: 'next', build: await readDocument(manager, namespaceKey, present) };
    case 'parts': {
      const rows = await readNamespaceRows(manager, namespaceKey, since.parts);
      const namespace = { key: namespaceKey, ...present };
      return { kind: 'next', build: () => patchSnapshotDocument(held, since.parts, { namespace, ...rows }) };
    }
  }
}

/** Reads all of a namespace; undefined when there is none. */
export async function readWhole(manager: EntityManager, namespaceKey: string): Promise<Build | undefined> {
  const present = await new NamespaceStore(manager).markedRevisionOf(namespaceKey);
  return present && readDocument(manager, namespaceKey, present);
}
