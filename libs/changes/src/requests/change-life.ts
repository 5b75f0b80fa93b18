import {
  FailedPreconditionError,
  type AuditAction,
  type ChangeStep,
  type ChangeState,
  type Instant,
} from '@pennon/domain';

/** Who makes something happen to a change. The scheduler is the writer that applies changes at their times. */
type Actor = 'editor' | 'reviewer' | 'admin' | 'scheduler' | 'series';

/** One thing that can happen to a change. */
export interface Transition {
  /** States in which it can happen; none for the beginning. */
  readonly from: readonly ChangeState[];
  /** `released` is `scheduled` for a change that has its approvals, and `pending` for one that lacks some. */
  readonly to: ChangeState | 'released';
  readonly by: Actor;
  /** What it is called in the error of a change that is in another state. */
  readonly deed: string;
  /** The action of the audit event `change:…`; undefined for none. */
  readonly told: AuditAction | undefined;
}

const open = ['pending', 'scheduled'] as const;
const editable = [...open, 'conflicted'] as const;

/** The life of a change that is not applied at once: everything that can happen to it. `docs/changes.md` shows it. */
export const changeLife = {
  propose: { from: [], to: 'pending', by: 'editor', deed: 'proposed', told: 'proposed' },
  schedule: { from: [], to: 'scheduled', by: 'editor', deed: 'scheduled', told: 'scheduled' },
  approve: { from: ['pending'], to: 'released', by: 'reviewer', deed: 'reviewed', told: 'approved' },
  reject: { from: ['pending'], to: 'rejected', by: 'reviewer', deed: 'reviewed', told: 'rejected' },
  edit: { from: editable, to: 'released', by: 'editor', deed: 'edited', told: 'updated' },
  apply: { from: open, to: 'applied', by: 'editor', deed: 'applied', told: 'applied' },
  cancel: { from: editable, to: 'cancelled', by: 'editor', deed: 'cancelled', told: 'cancelled' },
  /** The policy asks for fewer approvals than before. */
  relax: { from: ['pending'], to: 'released', by: 'admin', deed: 'released', told: 'scheduled' },
  /** The policy asks for more approvals than it has. */
  tighten: { from: ['scheduled'], to: 'pending', by: 'admin', deed: 'held', told: 'proposed' },
  /** Its time has come. */
  reach: { from: ['scheduled'], to: 'applied', by: 'scheduler', deed: 'applied', told: 'applied' },
  /** Its time has come, and it lacks approvals all the same: the policy was changed at that moment. */
  lack: { from: ['scheduled'], to: 'pending', by: 'scheduler', deed: 'applied', told: 'proposed' },
  /** Its time has come, and what it touches was changed since its base. */
  conflict: { from: ['scheduled'], to: 'conflicted', by: 'scheduler', deed: 'applied', told: 'conflicted' },
  /** Its time has come, and it is not valid any more, or too late. */
  fail: { from: ['scheduled'], to: 'failed', by: 'scheduler', deed: 'applied', told: 'failed' },
  /** The step before it was applied. */
  follow: { from: open, to: 'released', by: 'series', deed: 'continued', told: undefined },
  /** A step before it has ended without being applied. */
  abandon: { from: open, to: 'cancelled', by: 'series', deed: 'cancelled', told: 'cancelled' },
} as const satisfies Readonly<Record<string, Transition>>;

export type ChangeEvent = keyof typeof changeLife;

/** What decides where a change goes. */
export interface LifeContext {
  /** The steps of its series in their order, or the change alone; as they are after the event, but for their states. */
  readonly steps: readonly ChangeStep[];
  readonly now: Instant;
  /** True for a change that lacks no approval. */
  readonly isApproved: boolean;
  /** True if the policy has changes applied that were approved after their time. */
  readonly appliesLate: boolean;
}

/** @throws FailedPreconditionError if that cannot happen to a change in its state. */
export function assertMay(event: ChangeEvent, { state }: Pick<ChangeStep, 'state'>): void {
  const { from, deed }: Transition = changeLife[event];
  if (!from.includes(state))
    throw new FailedPreconditionError(`the change cannot be ${deed}: it is ${state}`, {
      info: { reason: 'CHANGE_CLOSED', metadata: { state } },
    });
}

/** Where the event leads, and from when on the change may be applied by itself; never, if that is undefined. */
export function afterEvent(
  event: ChangeEvent,
  request: ChangeStep,
  context: LifeContext,
): Pick<ChangeStep, 'state' | 'dueAt'> {
  const { to }: Transition = changeLife[event];
  const state = to === 'released' ? (context.isApproved ? 'scheduled' : 'pending') : to;
  if (state === 'pending') return { state, dueAt: undefined };
  return { state, dueAt: state === 'scheduled' ? dueTime(event, request, context) : request.dueAt };
}

/** True for a change that waits. */
export function isOpen({ state }: Pick<ChangeStep, 'state'>): boolean {
  return open.some((one) => one === state);
}

/** True for a change that waits for no step before it: it has none, or that one was applied. */
export function isNext(request: ChangeStep, steps: readonly ChangeStep[]): boolean {
  return request.step <= 1 || before(request, steps)?.state === 'applied';
}

/**
 * When a step is to be applied by its plan. A step without a time is planned for when its series was created, or by
 * the step before it.
 */
export function plannedTime(request: ChangeStep, steps: readonly ChangeStep[]): Instant {
  if (request.plannedAt !== undefined) return request.plannedAt;
  const previous = before(request, steps);
  if (previous === undefined) return request.createdAt;
  return (
    (previous.state === 'applied' ? previous.updatedAt : plannedTime(previous, steps)) + (request.after ?? 0)
  );
}

/** True if the time of a change has passed, and it is not applied by itself: it waits for a new time, or a person. */
export function isOverdue(request: ChangeStep, steps: readonly ChangeStep[], now: Instant): boolean {
  if (!isOpen(request) || !isNext(request, steps) || request.dueAt !== undefined) return false;
  return request.state === 'scheduled' || (isTimed(request) && plannedTime(request, steps) <= now);
}

function dueTime(
  event: ChangeEvent,
  request: ChangeStep,
  { steps, now, appliesLate }: LifeContext,
): Instant | undefined {
  if (!isNext(request, steps)) return undefined;
  const at = isTimed(request) ? plannedTime(request, steps) : undefined;
  if (at !== undefined && at > now) return at;
  switch (event) {
    case 'edit':
      // An edit publishes nothing by itself: what was due stays due, everything else waits for a person.
      return request.state === 'scheduled' ? request.dueAt : undefined;
    case 'approve':
    case 'relax':
      if (at === undefined) return now;
      return appliesLate ? at : undefined;
    default:
      return at ?? now;
  }
}

/** True for a change that is applied at some time, and not as soon as it is approved. */
export function isTimed({ plannedAt, after }: ChangeStep): boolean {
  return plannedAt !== undefined || after !== undefined;
}

function before({ step }: ChangeStep, steps: readonly ChangeStep[]): ChangeStep | undefined {
  return steps.find((one) => one.step === step - 1);
}
