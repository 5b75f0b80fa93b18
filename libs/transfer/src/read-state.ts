import { type NamespaceState } from '@pennon/document';
import { type Revision } from '@pennon/domain';
import { type Stores } from '@pennon/storage';

/** All rows of a namespace and the revision that they are of. */
export interface RevisionState {
  readonly revision: Revision;
  readonly state: NamespaceState;
}

/** Reads a namespace, in the one transaction that the stores are bound to; undefined when there is none. */
export async function readState(
  { namespaces, contents }: Stores,
  namespaceKey: string,
): Promise<RevisionState | undefined> {
  const namespace = await namespaces.find(namespaceKey);
  const revision = await namespaces.markedRevisionOf(namespaceKey);
  if (namespace === undefined || revision === undefined) return undefined;
  return { revision, state: { namespace, ...(await contents.read(namespaceKey)) } };
}
