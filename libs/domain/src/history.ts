import type { AuditOrigin } from './audit';
import { DomainError, type DomainErrorOptions } from './errors';
import type { Revision } from './revision';
import type { Instant } from './time';

/** What a revision came from: a call of Flipt's API, or one of the sources of a change. */
export const revisionOrigins = ['api', 'import', 'change', 'restore', 'promotion', 'schedule'] as const;
export type RevisionOrigin = (typeof revisionOrigins)[number];

/** What has states of its own in a history: a flag or a segment with all in it, or what a namespace is called. */
export const subjectKinds = ['flag', 'segment', 'namespace'] as const;
export type SubjectKind = (typeof subjectKinds)[number];

/** Which flag or segment; the key is `''` for the namespace itself. */
export interface SubjectKey {
  readonly kind: SubjectKind;
  readonly key: string;
}

/** The namespace itself: its name and description. */
export const NAMESPACE_SUBJECT: SubjectKey = { kind: 'namespace', key: '' };

export type SubjectAction = 'created' | 'updated' | 'deleted';

/** What a revision did to one subject. */
export interface SubjectChange extends SubjectKey {
  readonly action: SubjectAction;
}

/** How a change came to be applied, and what undid it. */
export interface Release {
  /** The revision that it put back, all of it or in part; none if absent. */
  readonly reverts?: Revision;
  /** The revisions that put it back, the latest {@link MAX_REVERTS_TOLD} of them; none if absent. */
  readonly revertedBy?: readonly Revision[];
  /** Revisions of others that changed what it touches since its base, and that it was merged over; none if absent. */
  readonly mergedOver?: readonly Revision[];
  /** Who applied it; undefined for one that was applied at its time. */
  readonly appliedBy?: AuditOrigin | undefined;
  readonly approvedBy: readonly AuditOrigin[];
  /** True if it bypassed the review that the namespace asks for. */
  readonly isBypass?: boolean;
}

/** The first lines of the plan of what a revision changed. */
export interface RevisionLines {
  /**
   * {@link MAX_LINES_TOLD} at most, each alone, as `~ flag checkout, name: "Checkout" → "Pay"`; cut after
   * {@link MAX_LINE_LENGTH} UTF-16 units.
   */
  readonly first: readonly string[];
  /** How many there are beyond those. */
  readonly leftOut: number;
}

/** A revision of a namespace as the history tells it. */
export interface RevisionEntry extends Revision {
  readonly namespaceKey: string;
  readonly at: Instant;
  readonly origin: RevisionOrigin;
  readonly author: AuditOrigin;
  /** What the author said about it; `''` for nothing. */
  readonly message: string;
  /** Request id of the call that made it; `''` if unknown. */
  readonly requestId: string;
  /** The proposed or scheduled change that it applied; undefined for none. */
  readonly changeId: string | undefined;
  /** How that change was released; undefined for none. */
  readonly release?: Release | undefined;
  /** What it changed; the first {@link MAX_SUBJECTS_TOLD} of them. */
  readonly subjects: readonly SubjectChange[];
  /** How many it changed in all. */
  readonly subjectCount: number;
  /** What it did to them; undefined for a revision that a version before wrote. */
  readonly lines?: RevisionLines | undefined;
}

/** Most lines that the entry of a revision has. */
export const MAX_LINES_TOLD = 5;

/** Longest line of a revision, in UTF-16 units, without the ellipsis of one that is cut. */
export const MAX_LINE_LENGTH = 200;

/** Most reverts that the entry of a revision names. */
export const MAX_REVERTS_TOLD = 5;

/** Most subjects that the entry of a revision names. */
export const MAX_SUBJECTS_TOLD = 20;

/** What a revision did to a subject, and what that was before. */
export interface RevisionItem extends SubjectChange {
  /** When the subject was created that was there before; 0 for none. The order of an export is theirs. */
  readonly createdAt: Instant;
  /** What it was, in a form that the writer of the history knows; undefined when it was not there. */
  readonly before: string | undefined;
}

/** Where in a flag or a segment something is. */
export interface PartPlace extends SubjectKey {
  /** Name of a part, `whole`, or `condition` of a segment. */
  readonly part: string;
  /**
   * What of the part; `''` for all of it. `KEY` or `KEY.MEMBER` of items that have a key; of lists `N`, `N.condition`,
   * `N.result` or `N.description` for the row at place N of the base, `+N` for a new one at place N of its side,
   * `order`, and `order of new`.
   */
  readonly item: string;
}

/** What two sides made different things of, as JSON texts in the words of documents: somebody has to decide. */
export interface TornPart extends PartPlace {
  /** What there was; undefined for nothing, as of the others. */
  readonly base: string | undefined;
  readonly mine: string | undefined;
  readonly latest: string | undefined;
  /** What does not go with it: what it refers to was deleted by the other side. */
  readonly with?: PartPlace;
}

/** A subject that was changed since somebody has seen it. */
export interface Conflict extends SubjectKey {
  /** The latest revision that changed it, or the part; undefined where the history does not have it any more. */
  readonly revision: Revision | undefined;
  /** Who made that one; this service where that is not known. */
  readonly author: AuditOrigin;
  /** The part that two changed; undefined where the whole subject was not to be changed. */
  readonly part?: TornPart;
}

/** Somebody else has changed meanwhile what the caller has seen: it may look again, and try once more. */
export class ConflictError extends DomainError {
  readonly code = 'ABORTED';

  /** The flags and segments that it is about; none where it is about something else. */
  readonly conflicts: readonly Conflict[];

  constructor(
    message: string,
    { conflicts = [], ...options }: DomainErrorOptions & { readonly conflicts?: readonly Conflict[] } = {},
  ) {
    super(message, options);
    this.conflicts = conflicts;
  }
}

/** Which revisions are wanted. Members that are undefined, and empty lists, leave none out. */
export interface RevisionFilter {
  /** What the author is called, letter by letter; one of these. */
  readonly actors?: readonly string[];
  readonly origin?: RevisionOrigin | undefined;
  /** Revisions made at that time or later. */
  readonly since?: Instant | undefined;
  /** Revisions made before that time. */
  readonly until?: Instant | undefined;
  /** Revisions that changed something of one of these kinds. */
  readonly kinds?: readonly SubjectKind[];
  /** Revisions whose message contains this text, in upper or lower case. */
  readonly text?: string | undefined;
  /** At least 1. */
  readonly limit: number;
}

/** Which revisions of a namespace to list, the latest first. */
export interface RevisionQuery extends RevisionFilter {
  readonly namespaceKey: string;
  /** Revisions that changed all of these; none unless given. */
  readonly subjects?: readonly SubjectKey[];
  /** Only lower revisions: where the page before has ended. */
  readonly below?: number | undefined;
}

/** Where a revision stands among those of all namespaces. */
export type RevisionPlace = Pick<RevisionEntry, 'at' | 'namespaceKey' | 'revision'>;

/** Which revisions of several namespaces to list, the latest first. */
export interface RevisionSearch extends RevisionFilter {
  /** Undefined for all namespaces, also deleted ones. */
  readonly namespaceKeys: ReadonlySet<string> | undefined;
  /** Only revisions behind this one: where the page before has ended. */
  readonly behind: RevisionPlace | undefined;
}

/** An author of revisions, and what is known of them. */
export interface RevisionActor {
  /** What the author is called; `''` if nothing is known. */
  readonly actor: string;
  /** How many revisions the author made. */
  readonly revisions: number;
  /** When the author made the latest of them. */
  readonly lastAt: Instant;
}
