import { EntitySchema } from 'typeorm';
import type { Namespace } from '@pennon/domain';
import { bigint, flag, key, mark, text, timestamps, word } from './columns';

/** A namespace, and what tells its revision from others of the same number: see `Revision`. */
export interface NamespaceRow extends Namespace {
  /** Empty for a state from before there were marks. */
  readonly mark: string;
  /** That of the revision before. */
  readonly markBefore: string;
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

/** What was changed in a namespace at one of its revisions. */
export interface NamespaceChangeRow {
  readonly namespaceKey: string;
  readonly revision: number;
  /** The mark of the revision before; empty if there is none, or a version has written this that knew of no marks. */
  readonly markBefore: string;
  /** `namespace` for what no snapshot shows, such as its name. */
  readonly kind: 'flag' | 'segment' | 'namespace';
  /** Of the flag or segment; `''` for `namespace`. */
  readonly key: string;
}

export const NamespaceChangeEntity = new EntitySchema<NamespaceChangeRow>({
  name: 'NamespaceChange',
  tableName: 'namespace_changes',
  columns: {
    namespaceKey: { ...key('namespace_key'), primary: true },
    revision: { ...bigint('revision'), primary: true },
    markBefore: mark('mark_before'),
    kind: word('kind'),
    key: key('key'),
  },
});
