import { randomUUID } from 'node:crypto';
import {
  invalidField,
  marksOf,
  MICROS_PER_MILLISECOND,
  timestampText,
  type ChangeCaller,
  type ChangeRequest,
  type ChangeStep,
  type ChangeSubject,
  type Instant,
  type NamespaceRights,
  type OnConflict,
  type Revision,
} from '@pennon/domain';
import type { BasedState } from '../../wanted/based-state';
import { packChange } from '../../wanted/stored-change';
import type { WantedState } from '../../wanted/wanted-state';
import type { BasedSteps } from './based-steps';
import { isOpen, plannedTime } from '../life/change-life';
import { type HeldMarks, marked } from '../approvals/policy-on';
import type { RequestClaim } from './request-claim';

/** Who asks for something, and what that caller may do with namespaces themselves. */
export interface Asker {
  readonly caller: ChangeCaller;
  /** Everything, if it is undefined. */
  readonly rights: NamespaceRights | undefined;
  /** The request, if it is to be done once however often it is sent; undefined unless given. */
  readonly claim?: RequestClaim | undefined;
}

/** What is wanted, from when on. */
export interface NewStep {
  readonly wanted: WantedState;
  /** In the future; undefined for as soon as it can be. */
  readonly at?: Instant | undefined;
  /** How long after the step before it, in microseconds; undefined unless it goes by that. */
  readonly after?: number | undefined;
}

/** A change that is asked for. */
export interface NewChange {
  readonly namespaceKey: string;
  readonly origin: ChangeRequest['origin'];
  readonly message: string;
  readonly baseRevision: Revision | undefined;
  /**
   * What becomes of what others have changed since the base. Unless given it is `fail` for a change that is applied at
   * once, and `merge` for one that waits.
   */
  readonly onConflict?: OnConflict | undefined;
  /** True to wait for somebody who approves or applies it, whatever the policy says. */
  readonly isProposal: boolean;
  /** One, or the steps of a series. */
  readonly steps: readonly NewStep[];
}

/** Refuses a base of edits. @throws InvalidFieldError */
export function assertMayHaveBase(
  steps: readonly Pick<NewStep, 'wanted'>[],
  baseRevision: Revision | undefined,
): void {
  if (baseRevision !== undefined && steps.some(({ wanted }) => wanted.edits !== undefined))
    throw invalidField('baseRevision', 'must not be given with edits, which do not conflict');
}

/** What is to be different about a change that waits. Members that are undefined stay what they are. */
export interface ChangeEdit {
  readonly wanted?: WantedState | undefined;
  readonly message?: string | undefined;
  readonly baseRevision?: Revision | undefined;
  /** In the future, and between the times of the steps beside it. */
  readonly at?: Instant | undefined;
  /** The version that the caller has seen, of a step and all others of its series; undefined for no check. */
  readonly version?: number | undefined;
}

/** A change to store, with what it is based on. */
export interface NewRequest {
  readonly request: ChangeRequest;
  readonly based: BasedState;
  readonly subjects: readonly ChangeSubject[];
}

/** The version of a change that nobody has edited. */
export const FIRST_VERSION = 1;

/** How changes wait. */
export interface Waiting {
  readonly isPending: boolean;
  readonly bypassReason: string;
  readonly held: HeldMarks;
}

/**
 * The changes to store for what is asked for, one for each step.
 *
 * @param based The steps with what they are based on.
 * @param isPending True if they wait for review.
 * @param bypassReason Why they do not, though the policy wants it; `''` for none.
 * @param held Why they need none though the policy wants some.
 */
export async function requestsOf(
  { caller }: Asker,
  { steps, onConflict = 'merge', ...change }: NewChange,
  based: BasedSteps,
  { isPending, bypassReason, held }: Waiting,
  now: Instant,
): Promise<readonly NewRequest[]> {
  const author = caller.origin;
  const isSeries = steps.length > 1;
  const seriesId = isSeries ? randomUUID() : '';
  const requests: NewRequest[] = [];
  for (const [index, step] of based.steps.entries()) {
    const isFirst = index === 0;
    const { at, after } = steps[index] ?? {};
    const { content, subjects } = await packChange(step);
    const request: ChangeRequest = {
      ...change,
      ...{ id: randomUUID(), author, writers: marksOf(author) },
      // Steps are listed in their order.
      ...{ createdAt: now + index, updatedAt: now, seriesId, step: isSeries ? index + 1 : 0 },
      state: isPending ? 'pending' : 'scheduled',
      ...{ baseRevision: based.revision, onConflict, content },
      plannedAt: at,
      after: isFirst ? undefined : after,
      // A later step is due once the one before it was applied.
      dueAt: isPending || !isFirst ? undefined : (at ?? now),
      bypassReason,
      version: FIRST_VERSION,
      ...marked({}, FIRST_VERSION, held),
      revision: undefined,
      reason: '',
    };
    requests.push({ request, based: step, subjects });
  }
  return requests;
}

/** When a step that waits is to be applied: either at a time, or so long after the step before it. */
export interface StepTime {
  /** Its place in the series. */
  readonly step: number;
  /** In the future, and later than the step before; undefined for one that goes by that step. */
  readonly at: Instant | undefined;
  /** In microseconds; undefined for one that has a time. */
  readonly after: number | undefined;
}

/** What is to be different about the steps of a series that wait. */
export interface SeriesEdit {
  /** Steps that are not named keep their distances from the steps before them. */
  readonly times: readonly StepTime[];
  /** Of every step that waits; undefined for what it was. */
  readonly message: string | undefined;
}

/** No change waits longer: whatever moves its time later, it stays one that can be told, before the year 10,000. */
const LATEST_YEAR = 9000;

const END_OF_TIMES: Instant = Date.UTC(LATEST_YEAR, 0) * MICROS_PER_MILLISECOND;

/** @throws InvalidFieldError */
function assertNear(field: string, at: Instant): void {
  if (at >= END_OF_TIMES) throw invalidField(field, `must be before the year ${LATEST_YEAR}`);
}

/**
 * Refuses times that are past or very far away, or that do not follow each other.
 *
 * @throws InvalidFieldError naming the step.
 */
export function assertTimes(steps: readonly NewStep[], now: Instant): void {
  let last = now;
  for (const [index, { at, after }] of steps.entries()) {
    const field = steps.length === 1 ? 'when.at' : `when.steps[${index}]`;
    if (at !== undefined && at <= now) throw invalidField(field, 'must be in the future');
    if (at !== undefined && index > 0 && at <= last)
      throw invalidField(field, 'must be later than the step before');
    if (index === 0 && after !== undefined)
      throw invalidField(`${field}.after`, 'must not be given for the first step');
    if (index > 0 && at === undefined && after === undefined)
      throw invalidField(field, 'must have at or after');
    last = at ?? last + (after ?? 0);
    assertNear(field, last);
  }
}

/**
 * Refuses a new time of a change that waits, if it is past or very far away, or not between those of the steps beside
 * it, as far as they are to come.
 *
 * @throws InvalidFieldError naming the step that it is in the way of.
 */
export function assertTimeBetween(
  at: Instant,
  request: ChangeStep,
  steps: readonly ChangeStep[],
  now: Instant,
): void {
  assertTimeBehind('at', at, request, steps, now);
  const next = steps.find((one) => one.step === request.step + 1 && isOpen(one));
  // One whose time is past as well is moved.
  if (next?.plannedAt !== undefined && next.plannedAt > now && at >= next.plannedAt)
    throw invalidField('at', `must be earlier than ${timeOf(next, next.plannedAt)}: edit that step first`);
}

/**
 * Refuses a new time of a change that waits, if it is past or very far away, or not later than that of the step before.
 *
 * @param field The name that an error says.
 * @throws InvalidFieldError
 */
export function assertTimeBehind(
  field: string,
  at: Instant,
  request: ChangeStep,
  steps: readonly ChangeStep[],
  now: Instant,
): void {
  if (at <= now) throw invalidField(field, 'must be in the future');
  assertNear(field, at);
  const before = steps.find(({ step }) => step === request.step - 1);
  if (before !== undefined && isOpen(before) && at <= plannedTime(before, steps))
    throw invalidField(field, `must be later than ${timeOf(before, plannedTime(before, steps))}`);
}

function timeOf({ step }: ChangeStep, at: Instant): string {
  return `the time of step ${step}, ${timestampText(at)}`;
}
