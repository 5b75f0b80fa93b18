import { create } from '@bufbuild/protobuf';
import { flipt, nextPageToken, timestampOf } from '@pennon/api';
import { type Namespace, type Page } from '@pennon/domain';

/** A namespace on the wire. */
export function presentNamespace(namespace: Namespace): flipt.Namespace {
  const { key, name, description, isProtected, createdAt, updatedAt } = namespace;
  return create(flipt.NamespaceSchema, {
    key,
    name,
    description,
    protected: isProtected,
    createdAt: timestampOf(createdAt),
    updatedAt: timestampOf(updatedAt),
  });
}

/** A page of namespaces on the wire. */
export function presentNamespaces({ items, totalCount, next }: Page<Namespace>): flipt.NamespaceList {
  return create(flipt.NamespaceListSchema, {
    namespaces: items.map(presentNamespace),
    nextPageToken: nextPageToken(next),
    totalCount,
  });
}
