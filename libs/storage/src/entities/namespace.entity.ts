import { EntitySchema } from 'typeorm';
import type { Namespace } from '@pennon/domain';
import { bigint, flag, key, mark, optionalText, text, timestamps } from './columns';

/** A namespace, and what tells its revision from others of the same number: see `Revision`. */
export interface NamespaceRow extends Namespace {
  /** Empty for a state from before there were marks. */
  readonly mark: string;
  /** That of the revision before. */
  readonly markBefore: string;
  /** Features that its rows use: see `Feature`. */
  readonly features: string | null;
}

export const NamespaceEntity = new EntitySchema<NamespaceRow>({
  name: 'Namespace',
  tableName: 'namespaces',
  columns: {
    key: { ...key('key'), primary: true },
    name: text('name'),
    description: text('description'),
    isProtected: flag('protected'),
    revision: bigint('revision'),
    // Only who follows revisions wants them.
    mark: { ...mark('mark'), select: false },
    markBefore: { ...mark('mark_before'), select: false },
    features: { ...optionalText('features'), select: false },
    ...timestamps,
  },
});

/** The last revision of a namespace that was deleted, so that a later one of the same key goes on from there. */
export interface DeletedNamespace {
  readonly key: string;
  readonly revision: number;
  /** Of that revision; empty where nobody wrote it down. */
  readonly mark: string;
}

export const DeletedNamespaceEntity = new EntitySchema<DeletedNamespace>({
  name: 'DeletedNamespace',
  tableName: 'deleted_namespaces',
  columns: { key: { ...key('key'), primary: true }, revision: bigint('revision'), mark: mark('mark') },
});
