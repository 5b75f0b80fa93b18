import { EntitySchema } from 'typeorm';
import { bigint, key, mark, word } from './columns';

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
