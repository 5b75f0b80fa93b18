import { create } from '@bufbuild/protobuf';
import { stateText, type StateChange } from '@pennon/changes';
import {
  revisionText,
  subjectKinds,
  type RevisionActor,
  type RevisionEntry,
  type RevisionPlace,
  type SubjectKey,
} from '@pennon/domain';
import { invalidPageToken, presentAuthor } from '@pennon/api';
import { pennonChanges, timestampOf } from '@pennon/proto';

/** A revision on the wire. */
export function presentRevision(entry: RevisionEntry): pennonChanges.Revision {
  const { at, author, origin, message, requestId, changeId = '', subjects, subjectCount } = entry;
  const { appliedBy, approvedBy = [], mergedOver = [], isBypass = false } = entry.release ?? {};
  const { reverts, revertedBy = [] } = entry.release ?? {};
  const { first: lines = [], leftOut: linesLeftOut = 0 } = entry.lines ?? {};
  return create(pennonChanges.RevisionSchema, {
    ...{ origin, message, requestId, changeId, bypassed: isBypass, namespaceKey: entry.namespaceKey },
    revision: revisionText(entry),
    at: timestampOf(at),
    author: presentAuthor(author),
    subjects: subjects.map((subject) => create(pennonChanges.SubjectChangeSchema, subject)),
    subjectsLeftOut: subjectCount - subjects.length,
    ...(appliedBy !== undefined && { appliedBy: presentAuthor(appliedBy) }),
    approvedBy: approvedBy.map(presentAuthor),
    mergedOver: mergedOver.map(revisionText),
    reverts: reverts === undefined ? '' : revisionText(reverts),
    revertedBy: revertedBy.map(revisionText),
    ...{ lines: [...lines], linesLeftOut },
  });
}

/**
 * A page of revisions on the wire.
 *
 * @param found One more than the limit, if there are more.
 * @param tokenOf The token of the page that begins behind a revision.
 */
export function presentRevisions(
  found: readonly RevisionEntry[],
  limit: number,
  tokenOf: (last: RevisionEntry) => string,
): pennonChanges.RevisionList {
  const revisions = found.slice(0, limit);
  const last = found.length > limit ? revisions.at(-1) : undefined;
  return create(pennonChanges.RevisionListSchema, {
    revisions: revisions.map(presentRevision),
    nextPageToken: last === undefined ? '' : tokenOf(last),
  });
}

/** An author of revisions on the wire. */
export function presentActor({ actor, revisions, lastAt }: RevisionActor): pennonChanges.Actor {
  return create(pennonChanges.ActorSchema, {
    displayName: actor,
    revisions,
    lastAt: timestampOf(lastAt),
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
  const kind = subjectKinds.find((one) => pageToken.startsWith(`${one}:`));
  if (kind === undefined) throw invalidPageToken(pageToken);
  return { kind, key: pageToken.slice(kind.length + 1) };
}

/** When a revision was made, its number and its namespace, as page tokens write them. */
const PLACE = /^(?<at>\d{1,16}):(?<revision>\d{1,16}):(?<namespaceKey>.{1,255})$/su;

/** The token of the page that begins behind a revision of any namespace. */
export function pageBehindRevision({ at, revision, namespaceKey }: RevisionPlace): string {
  return `${at}:${revision}:${namespaceKey}`;
}

/**
 * The revision that the page before has ended with; undefined on the first page.
 *
 * @throws InvalidArgumentError if the page token is not one.
 */
export function revisionInPageToken(pageToken: string): RevisionPlace | undefined {
  if (pageToken === '') return undefined;
  const { at, revision, namespaceKey } = PLACE.exec(pageToken)?.groups ?? {};
  if (at === undefined || revision === undefined || namespaceKey === undefined)
    throw invalidPageToken(pageToken);
  return { at: Number(at), revision: Number(revision), namespaceKey };
}
