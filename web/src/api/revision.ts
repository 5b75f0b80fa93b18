import type { pennonChanges } from '@pennon/proto';
import { api } from './client';
import { apiPath } from './paths';

/** Something of a namespace, and the latest revision, which it is of. */
export interface LatestSubject {
  readonly revision: string;
  /** As documents have it, as JSON text. */
  readonly state: string;
  /** Of a flag or a segment: the same in the words of the management API. */
  readonly rows: pennonChanges.RowsJson;
}

/** A flag, a segment or a namespace at the latest revision, in one answer: changes of it are based on that. */
export async function latestSubject(
  namespaceKey: string,
  subject: { readonly kind: 'flag' | 'segment'; readonly key: string } | { readonly kind: 'namespace' },
  signal?: AbortSignal,
): Promise<LatestSubject> {
  const path = apiPath('namespaces', namespaceKey, 'revisions', 'latest', 'subject');
  const options = { query: { ...subject }, ...(signal && { signal }) };
  const { revision = '', state = '', rows = {} } = await api.get<pennonChanges.SubjectJson>(path, options);
  return { revision, state, rows };
}

/** The latest revision of a namespace. */
export async function latestRevision(namespaceKey: string): Promise<string> {
  return (await latestSubject(namespaceKey, { kind: 'namespace' })).revision;
}
