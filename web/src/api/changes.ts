import type { pennonChanges, pennonTransfer } from '@pennon/proto';
import { type Keys, type Plan, type Wanted } from '@/lib/plan/plan';
import { sourceOf } from '@/lib/plan/wanted-text';
import { sleep } from '@/lib/sleep';
import { ApiError, NO_ANSWER } from './api-error';
import { api } from './client';
import { apiPath } from './paths';
import { latestRevision } from './revision';

/** What became of a change. */
export interface ChangeAnswer {
  /** The revision that it made; undefined where there was nothing to change, and while it waits. */
  readonly revision: string | undefined;
  /** Its id, while it waits for review. */
  readonly proposed: string | undefined;
  readonly mergedOver: readonly MergedPart[];
}

/** Where in a flag or segment something is, in the words of the API. */
export interface PartPlace {
  readonly kind: string;
  readonly key: string;
  readonly part: string;
  readonly item: string;
}

/** A part that others have changed, and that stays. */
export interface MergedPart {
  readonly place: PartPlace;
  readonly revision: string;
  readonly author: string;
}

/** A part that others have changed as well; its values are JSON texts, undefined for nothing. */
export interface ChangeConflict extends MergedPart {
  readonly base: string | undefined;
  readonly mine: string | undefined;
  readonly latest: string | undefined;
}

/** Passes by the review with a reason. */
const BYPASS_HEADER = 'x-pennon-bypass-review';

/** The longest title that is sent, in characters. */
const MESSAGE_LENGTH = 200;

/** Pauses before a change is sent again that got no answer, in milliseconds. */
const PAUSES: readonly number[] = [300, 1_000];

/** Pause before the server is asked again whether a change was made, in milliseconds. */
const CHECK_PAUSE = 1_000;

/** Answers that do not tell whether a change was made. */
const unanswered: readonly number[] = [NO_ANSWER, 502, 503, 504];

/** A revision that no namespace has. */
const NO_REVISION = '0';

/** How a change is sent. */
export interface SendOptions {
  /** Why it passes by the review; undefined to have it reviewed where the policy says so. */
  readonly bypass?: string | undefined;
  /** Told when the change got no answer, and it has to be found out whether it was made. */
  readonly onUnanswered?: (() => void) | undefined;
}

/**
 * Sends what a plan wants as one change, again where there was no answer: the server does it once. Ends only when it is
 * known whether the change was made.
 */
export async function sendChange(
  plan: Plan,
  wanted: Wanted,
  { bypass, onUnanswered }: SendOptions = {},
): Promise<ChangeAnswer> {
  const path = changePath(plan.namespaceKey, wanted);
  const message = plan.title.slice(0, MESSAGE_LENGTH);
  const based = await basedWanted(path, plan.namespaceKey, wanted);
  const headers = bypass === undefined ? undefined : { [BYPASS_HEADER]: bypass };
  try {
    const request = { namespaceKey: plan.namespaceKey, path, body: { message, ...sourceOf(based) }, headers };
    return await sendOnce(request, onUnanswered);
  } catch (error) {
    // Somebody else was faster to create it.
    const taken = conflictsOf(error)?.find(({ place }) => isCreated(place, wanted.created));
    throw taken === undefined ? error : notUnique(path, plan.namespaceKey, taken.place);
  }
}

/** What a change would do, in the words of its plan, and whether something stands against it. */
export async function previewChange(
  namespaceKey: string,
  wanted: Wanted,
): Promise<{ readonly lines: readonly pennonTransfer.PlanLineJson[]; readonly hasConflicts: boolean }> {
  const body = { ...sourceOf(wanted), validateOnly: true };
  const path = changePath(namespaceKey, wanted);
  const { lines = [], conflicts = [] } = await api.send<pennonChanges.ChangeOutcomeJson>('POST', path, body);
  return { lines, hasConflicts: conflicts.length > 0 };
}

/** What stands against a change; undefined for an error that is no conflict. */
export function conflictsOf(error: unknown): readonly ChangeConflict[] | undefined {
  if (!(error instanceof ApiError) || error.httpStatus !== 409) return undefined;
  const list = error.details.find((detail) =>
    String(detail['@type']).endsWith('pennon.changes.ConflictList'),
  );
  return list && ((list as pennonChanges.ConflictListJson).conflicts ?? []).map(conflictOf);
}

/** The same, based on the latest revision where it creates what must not be there yet, and that was not read. */
async function basedWanted(path: string, namespaceKey: string, wanted: Wanted): Promise<Wanted> {
  const { base, created } = wanted;
  if (base !== undefined || created === undefined) return wanted;
  const based = { ...wanted, base: await latestRevision(namespaceKey) };
  const body = { ...sourceOf(based), validateOnly: true };
  const { items = [] } = await api.send<pennonChanges.ChangeOutcomeJson>('POST', path, body);
  const present = items.filter(({ before = '' }) => before !== '');
  const taken = present
    .map(({ kind = '', key = '' }) => ({ kind, key }))
    .find((place) => isCreated(place, created));
  if (taken === undefined) return based;
  throw notUnique(path, namespaceKey, taken);
}

/** Where a change is sent. */
export function changePath(namespaceKey: string, { past }: Wanted): string {
  if (past?.way === 'undo') return pathOfRevert(namespaceKey, past.revision);
  return apiPath('namespaces', namespaceKey, 'changes');
}

function pathOfRevert(namespaceKey: string, revision: string): string {
  return apiPath('namespaces', namespaceKey, 'revisions', revision, 'revert');
}

function isCreated({ kind, key }: Pick<PartPlace, 'kind' | 'key'>, created: Keys | undefined): boolean {
  return created?.[kind === 'flag' ? 'flags' : 'segments'].includes(key) === true;
}

/** What the management API says where it creates them. */
function notUnique(
  path: string,
  namespaceKey: string,
  { kind, key }: Pick<PartPlace, 'kind' | 'key'>,
): ApiError {
  return new ApiError({ method: 'POST', path }, 409, 6, `${kind} "${namespaceKey}/${key}" is not unique`);
}

/** Browsers make UUIDs on secure pages only. */
function requestKey(): string {
  return crypto.getRandomValues(new Uint8Array(16)).join('.');
}

/** A change as it is sent. */
interface ChangeRequest {
  readonly namespaceKey: string;
  readonly path: string;
  readonly body: object;
  readonly headers: Readonly<Record<string, string>> | undefined;
}

async function sendOnce(
  { namespaceKey, path, body, headers }: ChangeRequest,
  onUnanswered: (() => void) | undefined,
): Promise<ChangeAnswer> {
  const key = requestKey();
  const send = async (): Promise<ChangeAnswer> =>
    answerOf(await api.send('POST', path, { ...body, requestKey: key }, headers && { headers }));
  for (const pause of PAUSES) {
    try {
      return await send();
    } catch (error) {
      if (!isUnanswered(error)) throw error;
    }
    await sleep(pause);
  }
  try {
    return await send();
  } catch (error) {
    if (!isUnanswered(error)) throw error;
    onUnanswered?.();
    const answer = await untilAnswered(async () => ((await wasDone(namespaceKey, key)) ? send() : undefined));
    if (answer === undefined) throw error;
    return answer;
  }
}

/** Asks again and again for as long as nothing is answered. */
async function untilAnswered<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    await sleep(CHECK_PAUSE);
    try {
      return await ask();
    } catch (error) {
      if (!isUnanswered(error) || isRefusing(error)) throw error;
    }
  }
}

/**
 * Asks whether the request of a key was done, and does nothing: a key that was used is refused for another request, and
 * that other request cannot be done. It leaves no trace of the key.
 */
async function wasDone(namespaceKey: string, key: string): Promise<boolean> {
  try {
    await api.send('POST', pathOfRevert(namespaceKey, NO_REVISION), { requestKey: key });
    return false;
  } catch (error) {
    if (!(error instanceof ApiError) || isUnanswered(error)) throw error;
    return error.details.some(({ reason }) => reason === 'REQUEST_KEY_REUSED');
  }
}

function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && unanswered.includes(error.httpStatus);
}

/** True for a server that is there and takes no changes now, and says why: nobody is to wait for that to end. */
function isRefusing(error: unknown): boolean {
  return error instanceof ApiError && error.httpStatus === 503;
}

function answerOf({
  change: { id, revision, state } = {},
  changed = false,
  mergedOver = [],
}: pennonChanges.ChangeOutcomeJson): ChangeAnswer {
  return {
    // Where there was nothing to change, the answer names a revision of somebody else's.
    revision: changed && revision !== '' ? revision : undefined,
    proposed: state === 'PENDING_REVIEW' ? id : undefined,
    mergedOver: mergedOver.map(mergedPartOf),
  };
}

function mergedPartOf({ place = {}, revision = '', author = {} }: pennonChanges.MergedPartJson): MergedPart {
  return { place: placeOf(place), revision, author: author.displayName ?? '' };
}

function conflictOf({
  base,
  mine,
  latest,
  kind = '',
  key = '',
  place = { kind, key },
  ...others
}: pennonChanges.ConflictJson): ChangeConflict {
  return { ...mergedPartOf({ ...others, place }), base, mine, latest };
}

function placeOf({ kind = '', key = '', part = '', item = '' }: pennonChanges.PartPlaceJson): PartPlace {
  return { kind, key, part, item };
}
