import { EntitySchema } from 'typeorm';
import type { Instant, RevisionOrigin, SubjectAction, SubjectKind } from '@pennon/domain';
import { bigint, idOrNone, integer, key, mark, optionalText, text, word } from './columns';

/** A revision of a namespace, as long as the history goes back. It outlives the namespace. */
export interface RevisionRow {
  readonly namespaceKey: string;
  readonly revision: number;
  /** The mark of the revision before; empty if there is none. */
  readonly markBefore: string;
  readonly at: Instant;
  readonly origin: RevisionOrigin;
  /** What the author is called. */
  readonly actor: string;
  /** The rest of whose doing it was: JSON. */
  readonly author: string;
  readonly message: string;
  readonly requestId: string;
  /** `''` for none. */
  readonly changeId: string;
  /** How that change was released: JSON. */
  readonly release: string | null;
  /** The first subjects: JSON, each a list of kind, key and action. */
  readonly subjects: string;
  readonly subjectCount: number;
  /** The first lines of what it changed: JSON. Absent where the database does not have the column yet. */
  readonly lines?: string | null;
}

export const RevisionEntity = new EntitySchema<RevisionRow>({
  name: 'Revision',
  tableName: 'revisions',
  columns: {
    namespaceKey: { ...key('namespace_key'), primary: true },
    revision: { ...bigint('revision'), primary: true },
    markBefore: mark('mark_before'),
    at: bigint('at'),
    origin: word('origin'),
    actor: key('actor'),
    author: text('author'),
    message: text('message'),
    requestId: key('request_id'),
    changeId: idOrNone('change_id'),
    release: optionalText('released'),
    subjects: text('subjects'),
    subjectCount: integer('subject_count'),
    lines: optionalText('lines'),
  },
});

/** What a subject was before a revision changed it. */
export interface RevisionItemRow {
  readonly namespaceKey: string;
  readonly revision: number;
  readonly kind: SubjectKind;
  readonly key: string;
  readonly action: SubjectAction;
  readonly createdAt: Instant;
  readonly before: string | null;
}

export const RevisionItemEntity = new EntitySchema<RevisionItemRow>({
  name: 'RevisionItem',
  tableName: 'revision_items',
  columns: {
    namespaceKey: { ...key('namespace_key'), primary: true },
    revision: { ...bigint('revision'), primary: true },
    kind: { ...word('kind'), primary: true },
    key: { ...key('key'), primary: true },
    action: word('action'),
    createdAt: bigint('created_at'),
    before: optionalText('state_before'),
  },
});
