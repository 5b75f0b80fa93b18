import { randomUUID } from 'node:crypto';
import {
  invalidField,
  marksOf,
  timestampText,
  type ChangeCaller,
  type ChangeRequest,
  type ChangeStep,
  type Instant,
  type NamespaceRights,
  type Revision,
} from '@pennon/domain';
import { packWanted, type WantedState } from '../wanted/wanted-state';
import type { OnConflict } from '../wanted/watched-change';
import { isOpen, plannedTime } from './change-life';
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
  /** What becomes of what others have changed since the base, if it is applied at once; `fail` unless given. */
  readonly onConflict?: OnConflict;
  /** True to wait for somebody who approves or applies it, whatever the policy says. */
  readonly isProposal: boolean;
  /** One, or the steps of a series. */
  readonly steps: readonly NewStep[];
}

/** What a change is held against. One that waits is not merged. */
export function basisOf(
  { baseRevision, onConflict = 'fail' }: NewChange,
  isNow: boolean,
): Pick<NewChange, 'baseRevision' | 'onConflict'> {
  if (isNow) return { baseRevision, onConflict };
  return { baseRevision: onConflict === 'overwrite' ? undefined : baseRevision };
}

/** What is to be different about a change that waits. Members that are undefined stay what they are. */
export interface ChangeEdit {
  readonly wanted?: WantedState | undefined;
  readonly message?: string | undefined;
  readonly baseRevision?: Revision | undefined;
  /** In the future, and between the times of the steps beside it. */
  readonly at?: Instant | undefined;
}

/**
 * The changes to store for what is asked for, one for each step.
 *
 * @param isPending True if they wait for review.
 * @param bypassReason Why they do not, though the policy wants it; `''` for none.
 */
export async function requestsOf(
  { caller }: Asker,
  { steps, baseRevision, ...change }: NewChange,
  { isPending, bypassReason }: { readonly isPending: boolean; readonly bypassReason: string },
  now: Instant,
): Promise<readonly ChangeRequest[]> {
  const author = caller.origin;
  const isSeries = steps.length > 1;
  const seriesId = isSeries ? randomUUID() : '';
  const requests: ChangeRequest[] = [];
  for (const [index, { wanted, at, after }] of steps.entries()) {
    const isFirst = index === 0;
    requests.push({
      ...change,
      ...{ id: randomUUID(), author, writers: marksOf(author) },
      // Steps are listed in their order.
      ...{ createdAt: now + index, updatedAt: now, seriesId, step: isSeries ? index + 1 : 0 },
      state: isPending ? 'pending' : 'scheduled',
      baseRevision: isFirst ? baseRevision : undefined,
      plannedAt: at,
      after: isFirst ? undefined : after,
      // A later step is due once the one before it was applied.
      dueAt: isPending || !isFirst ? undefined : (at ?? now),
      bypassReason,
      content: await packWanted(wanted),
      version: 1,
      revision: undefined,
      reason: '',
    });
  }
  return requests;
}

/**
 * Refuses times that are past, or that do not follow each other.
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
  }
}

/**
 * Refuses a new time of a change that waits, if it is past, or not between those of the steps beside it, as far as they
 * are to come.
 *
 * @throws InvalidFieldError naming the step that it is in the way of.
 */
export function assertTimeBetween(
  at: Instant,
  request: ChangeStep,
  steps: readonly ChangeStep[],
  now: Instant,
): void {
  if (at <= now) throw invalidField('at', 'must be in the future');
  const before = steps.find(({ step }) => step === request.step - 1);
  if (before !== undefined && isOpen(before) && at <= plannedTime(before, steps))
    throw invalidField('at', `must be later than ${timeOf(before, plannedTime(before, steps))}`);
  const next = steps.find(({ step }) => step === request.step + 1);
  // One whose time is past as well is moved.
  if (next?.plannedAt !== undefined && next.plannedAt > now && at >= next.plannedAt)
    throw invalidField('at', `must be earlier than ${timeOf(next, next.plannedAt)}: edit that step first`);
}

function timeOf({ step }: ChangeStep, at: Instant): string {
  return `the time of step ${step}, ${timestampText(at)}`;
}
