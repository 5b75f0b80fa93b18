import { randomUUID } from 'node:crypto';
import {
  invalidField,
  marksOf,
  type ChangeCaller,
  type ChangeRequest,
  type Instant,
  type NamespaceRights,
  type Revision,
} from '@pennon/domain';
import { packWanted, type WantedState } from '../wanted/wanted-state';

/** Who asks for something, and what that caller may do with namespaces themselves. */
export interface Asker {
  readonly caller: ChangeCaller;
  /** Everything, if it is undefined. */
  readonly rights: NamespaceRights | undefined;
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
  /** True to wait for somebody who approves or applies it, whatever the policy says. */
  readonly isProposal: boolean;
  /** One, or the steps of a series. */
  readonly steps: readonly NewStep[];
}

/**
 * The changes to store for what is asked for, one for each step.
 *
 * @param isPending True if they wait for review.
 */
export async function requestsOf(
  { caller }: Asker,
  { steps, baseRevision, ...change }: NewChange,
  isPending: boolean,
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
