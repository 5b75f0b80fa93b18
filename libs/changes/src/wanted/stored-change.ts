import { setImmediate as nextTurn } from 'node:timers/promises';
import { AT_ONCE, type Deletions, type NamespaceDocument } from '@pennon/document';
import type { ChangeRequest, ChangeSubject, Revision, SubjectKey } from '@pennon/domain';
import {
  completeWantedFlag,
  type FlagState,
  type NamespaceEdits,
  type SegmentState,
  type States,
  statesOf,
  type SubjectState,
} from '@pennon/state';
import type { UnitOfWork } from '@pennon/storage';
import { documentFeatures } from '../history/feature-uses';
import type { NewerVersionError } from '../history/newer-version';
import { packText, FORM_BESIDE_ROWS, unpackText, whyNewer } from '../history/packed-text';
import type { PastState } from '../history/past-states';
import { packState, packWanted, unpackState, unpackWanted } from '../history/stored-states';
import { type BasedState, subjectIn } from './based-state';
import { namespaceOnly, statesWanted, subjectsOf, wantedOf, type WantedState } from './wanted-state';

/** What is stored of a wanted state until it is applied. */
export interface StoredState extends Pick<ChangeRequest, 'content'> {
  readonly subjects: readonly ChangeSubject[];
}

/** A stored change, and what it is based on; without that for one that a version before stored. */
export interface FoundState extends Pick<BasedState, 'wanted'> {
  readonly base: States | undefined;
}

/** What is stored of a change besides the rows of what it names. */
interface StoredContent {
  /** Then nothing is wanted of what it names but that. */
  readonly edits: NamespaceEdits | undefined;
  /** Absent in what a version before stored, and for a change that reverts nothing. */
  readonly reverts?: Revision | undefined;
}

/** For messages: a wanted state as it is stored. */
const STORED = 'the content of the change';

/** Between the pieces of a state that a version before stored. */
const SEPARATOR = '\n';

/** One piece of such a state: what is said once, or some flags or segments. */
interface FormerPiece {
  readonly namespace?: NamespaceDocument['namespace'];
  readonly deletions?: Deletions;
  readonly flags?: readonly FlagState[];
  readonly segments?: readonly SegmentState[];
}

/** A change that waits as it is stored; others have their turn in between. */
export async function packChange({ wanted, base }: BasedState): Promise<StoredState> {
  const mine = statesWanted(wanted, statesOf([]));
  const subjects: ChangeSubject[] = [];
  for (const subject of subjectsOf(wanted)) {
    subjects.push({
      ...subject,
      base: packed(base, subject, packState),
      wanted: packed(mine, subject, packWanted),
    });
    if (subjects.length % AT_ONCE === 0) await nextTurn();
  }
  const content: StoredContent = { edits: wanted.edits, reverts: wanted.reverts };
  const features = documentFeatures(wanted.document);
  return { content: packText(JSON.stringify(content), features, FORM_BESIDE_ROWS), subjects };
}

/**
 * What {@link packChange} was given; without a base for a change that a version before stored.
 *
 * @throws NewerVersionError if a newer version stored it.
 */
export async function unpackChange(
  { namespaceKey, content, onConflict }: Pick<ChangeRequest, 'namespaceKey' | 'content' | 'onConflict'>,
  subjects: readonly ChangeSubject[],
): Promise<FoundState> {
  if (onConflict === undefined) return { wanted: await unpackFormer(content), base: undefined };
  const { edits, reverts } = JSON.parse(unpackText(content, STORED)) as StoredContent;
  const base: SubjectState[] = [];
  const wanted: PastState[] = [];
  for (const [index, subject] of subjects.entries()) {
    if (subject.base !== undefined) base.push(unpackState(subject, 0, subject.base));
    const { kind, key } = subject;
    const state = subject.wanted === undefined ? undefined : unpackWanted(subject, subject.wanted);
    if (state !== undefined || edits === undefined) wanted.push({ kind, key, state });
    if (index % AT_ONCE === 0) await nextTurn();
  }
  return {
    wanted: { ...wantedOf(namespaceKey, wanted), ...(edits && { edits }), ...(reverts && { reverts }) },
    base: statesOf(base),
  };
}

/** A stored change, and what it is based on. @throws NewerVersionError if a newer version stored it. */
export async function readChange(unitOfWork: UnitOfWork, request: ChangeRequest): Promise<FoundState> {
  const subjects =
    request.onConflict === undefined
      ? []
      : await unitOfWork.read(({ changeSubjects }) => changeSubjects.of(request.id));
  return unpackChange(request, subjects);
}

/** Why this version cannot read a change that a newer one stored; undefined for any other. */
export function whyUnreadable(content: string): NewerVersionError | undefined {
  return whyNewer(content, STORED);
}

/** @throws NewerVersionError if a newer version stored the change. */
export function assertReadable(content: string): void {
  const reason = whyUnreadable(content);
  if (reason !== undefined) throw reason;
}

/** A wanted state as a version before stored it, all of it in its content. */
async function unpackFormer(content: string): Promise<WantedState> {
  let namespace = namespaceOnly('');
  let deletions: Deletions = { flags: [], segments: [] };
  const flags: FlagState[] = [];
  const segments: SegmentState[] = [];
  for (const text of content.split(SEPARATOR)) {
    const piece = JSON.parse(unpackText(text, STORED)) as FormerPiece;
    namespace = { ...namespace, ...piece.namespace };
    deletions = piece.deletions ?? deletions;
    flags.push(...(piece.flags ?? []).map(completeWantedFlag));
    segments.push(...(piece.segments ?? []));
    await nextTurn();
  }
  return { document: { namespace, flags, segments }, deletions };
}

/** A subject among states as it is stored; what is wanted of a namespace may leave out a member. */
function packed(
  states: States,
  subject: SubjectKey,
  pack: (state: SubjectState) => string,
): string | undefined {
  if (subject.kind === 'namespace') return packText(JSON.stringify(states.namespace));
  const state = subjectIn(states, subject);
  return state && pack(state);
}
