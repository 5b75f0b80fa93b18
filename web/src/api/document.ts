import type { pennonTransfer } from '@pennon/proto';
import { segmentsUsedBy } from '@pennon/state';
import { queryOptions } from '@tanstack/react-query';
import { type NamespaceStates } from '@/lib/documents';
import { api } from './client';
import { apiPath } from './paths';

/** A namespace as the server exports it, in JSON, and the revision that it is of. */
export async function exportNamespace(
  namespaceKey: string,
): Promise<{ readonly base: string; readonly document: string }> {
  const path = apiPath('namespaces', namespaceKey, 'document');
  const { revision = '', document = '' } = await api.get<pennonTransfer.ExportNamespaceResponseJson>(path);
  return { base: revision, document };
}

/** All of a namespace that can be copied or compared, in one request and of one revision. */
export async function readNamespace(
  namespaceKey: string,
): Promise<NamespaceStates & { readonly base: string }> {
  const { base, document } = await exportNamespace(namespaceKey);
  const { readExport } = await import('@/lib/documents');
  return { base, ...readExport(document) };
}

/** The segments that any rule or rollout looks at, also one that the type of its flag never does. */
export function neededSegmentsQuery(namespaceKey: string) {
  return queryOptions({
    queryKey: ['ns', namespaceKey, 'needed-segments'],
    queryFn: async () => new Set((await readNamespace(namespaceKey)).flags.flatMap(segmentsUsedBy)),
  });
}
