import { EntitySchema } from 'typeorm';
import { type Namespace } from '@pennon/domain';
import { bigint, flag, key, text, timestamps } from './columns';

export const NamespaceEntity = new EntitySchema<Namespace>({
  name: 'Namespace',
  tableName: 'namespaces',
  columns: {
    key: { ...key('key'), primary: true },
    name: text('name'),
    description: text('description'),
    isProtected: flag('protected'),
    revision: bigint('revision'),
    ...timestamps,
  },
});

/** The last revision of a namespace that was deleted, so that a later one of the same key goes on from there. */
export interface DeletedNamespace {
  readonly key: string;
  readonly revision: number;
}

export const DeletedNamespaceEntity = new EntitySchema<DeletedNamespace>({
  name: 'DeletedNamespace',
  tableName: 'deleted_namespaces',
  columns: { key: { ...key('key'), primary: true }, revision: bigint('revision') },
});
