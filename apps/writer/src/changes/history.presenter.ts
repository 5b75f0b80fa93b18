import { create } from '@bufbuild/protobuf';
import { stateText, type StateChange } from '@pennon/changes';
import { revisionText, type RevisionEntry, type SubjectKey, type SubjectKind } from '@pennon/domain';
import { invalidPageToken, presentAuthor } from '@pennon/api';
import { pennonChanges, timestampOf } from '@pennon/proto';

/** A revision on the wire. */
export function presentRevision(entry: RevisionEntry): pennonChanges.Revision {
  const { at, author, origin, message, requestId, changeId = '', subjects, subjectCount } = entry;
  const { appliedBy, approvedBy = [], mergedOver = [] } = entry.release ?? {};
  return create(pennonChanges.RevisionSchema, {
    ...{ origin, message, requestId, changeId },
    revision: revisionText(entry),
    at: timestampOf(at),
    author: presentAuthor(author),
    subjects: subjects.map((subject) => create(pennonChanges.SubjectChangeSchema, subject)),
    subjectsLeftOut: subjectCount - subjects.length,
    ...(appliedBy !== undefined && { appliedBy: presentAuthor(appliedBy) }),
    approvedBy: approvedBy.map(presentAuthor),
    mergedOver: mergedOver.map(revisionText),
  });
}

/** A flag or segment before and after, on the wire. */
export function presentItem({ kind, key, before, after }: StateChange): pennonChanges.Item {
  return create(pennonChanges.ItemSchema, {
    kind,
    key,
    ...(before !== undefined && { before: stateText(before) }),
    ...(after !== undefined && { after: stateText(after) }),
  });
}

const kinds: readonly SubjectKind[] = ['flag', 'namespace', 'segment'];

/** The token of the page that begins behind a subject; empty for none. */
export function pageBehind(subject: SubjectKey | undefined): string {
  return subject === undefined ? '' : `${subject.kind}:${subject.key}`;
}

/**
 * The subject that the page before has ended with; undefined on the first page.
 *
 * @throws InvalidArgumentError if the page token is not one.
 */
export function subjectInPageToken(pageToken: string): SubjectKey | undefined {
  if (pageToken === '') return undefined;
  const kind = kinds.find((one) => pageToken.startsWith(`${one}:`));
  if (kind === undefined) throw invalidPageToken(pageToken);
  return { kind, key: pageToken.slice(kind.length + 1) };
}
