import {
  changeStates,
  FailedPreconditionError,
  type AuditAction,
  type ChangeSeries,
  type ChangeStep,
  type ChangeState,
  type Instant,
  type SeriesState,
} from '@pennon/domain';

/** Who makes something happen to a change. The scheduler is the writer that applies changes at their times. */
type Actor = 'viewer' | 'editor' | 'reviewer' | 'admin' | 'scheduler' | 'series';

/** One thing that can happen to a change. */
export interface Transition {
  /** States in which it can happen; none for the beginning. */
  readonly from: readonly ChangeState[];
  /**
   * `released` is `scheduled` for a change that has its approvals, and `pending` for one that lacks some or is
   * blocked. `unchanged` is the state that it is in.
   */
  readonly to: ChangeState | 'released' | 'unchanged';
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
  /** A reviewer asks for changes: it waits until the same person approves it, or its content is edited. */
  block: { from: open, to: 'pending', by: 'reviewer', deed: 'blocked', told: 'blocked' },
  comment: { from: changeStates, to: 'unchanged', by: 'viewer', deed: 'commented', told: 'commented' },
  edit: { from: editable, to: 'released', by: 'editor', deed: 'edited', told: 'updated' },
  apply: { from: open, to: 'applied', by: 'editor', deed: 'applied', told: 'applied' },
  cancel: { from: editable, to: 'cancelled', by: 'editor', deed: 'cancelled', told: 'cancelled' },
  /** The policy asks for fewer approvals than before. */
  relax: { from: ['pending'], to: 'released', by: 'admin', deed: 'released', told: 'scheduled' },
  /** The policy asks for more approvals than it has. */
  tighten: { from: ['scheduled'], to: 'pending', by: 'admin', deed: 'held', told: 'proposed' },
  /** Its time has come. */
  reach: { from: ['scheduled'], to: 'applied', by: 'scheduler', deed: 'applied', told: 'applied' },
  /** It lacks approvals all the same: the policy was changed at that moment, or others have made its approvals void. */
  lack: { from: ['scheduled'], to: 'pending', by: 'scheduler', deed: 'applied', told: 'proposed' },
  /** Its time has come, and what it touches was changed since its base. */
  conflict: { from: ['scheduled'], to: 'conflicted', by: 'scheduler', deed: 'applied', told: 'conflicted' },
  /** Its time has come, and it is not valid any more, or too late. */
  fail: { from: ['scheduled'], to: 'failed', by: 'scheduler', deed: 'applied', told: 'failed' },
  /** A token that wrote or edited it was deleted. */
  hold: { from: ['scheduled'], to: 'scheduled', by: 'admin', deed: 'held', told: 'suspended' },
  /** The step before it was applied. */
  follow: { from: open, to: 'released', by: 'series', deed: 'continued', told: undefined },
  /** A step before it has ended without being applied. */
  abandon: { from: editable, to: 'cancelled', by: 'series', deed: 'cancelled', told: 'cancelled' },
  /** Its series goes on. A step that was in conflict is tried again. */
  retry: { from: editable, to: 'released', by: 'series', deed: 'continued', told: undefined },
} as const satisfies Readonly<Record<string, Transition>>;

export type ChangeEvent = keyof typeof changeLife;

/** One thing that can happen to a series. */
export interface SeriesTransition {
  /** States in which it can happen; none for the beginning. */
  readonly from: readonly SeriesState[];
  /** `unchanged` is the state that it is in. */
  readonly to: SeriesState | 'unchanged';
  readonly by: Actor;
  /** What it is called in the error of a series that is in another state. */
  readonly deed: string;
  /** The action of the audit event `series:…`; undefined for none. */
  readonly told: AuditAction | undefined;
}

const unfinished = ['running', 'paused', 'suspended'] as const;

/** The life of a series: everything that can happen to it. `docs/changes.md` shows it. */
export const seriesLife = {
  begin: { from: [], to: 'running', by: 'editor', deed: 'begun', told: undefined },
  edit: { from: unfinished, to: 'unchanged', by: 'editor', deed: 'edited', told: 'updated' },
  pause: { from: ['running'], to: 'paused', by: 'editor', deed: 'paused', told: 'paused' },
  resume: { from: ['paused', 'suspended'], to: 'running', by: 'editor', deed: 'resumed', told: 'resumed' },
  /** A step is in conflict. */
  suspend: { from: ['running'], to: 'suspended', by: 'scheduler', deed: 'suspended', told: 'suspended' },
  /** A token that wrote or edited it was deleted. */
  hold: { from: unfinished, to: 'suspended', by: 'admin', deed: 'held', told: 'suspended' },
  /** Somebody applies the step that was in conflict, or gives it a new time. */
  proceed: { from: ['suspended'], to: 'running', by: 'editor', deed: 'continued', told: undefined },
  /** The last of its steps was applied, or of those that are left. */
  finish: { from: ['running'], to: 'done', by: 'series', deed: 'finished', told: undefined },
  /** A step was cancelled, rejected or not valid any more, and none before it waits. */
  end: { from: unfinished, to: 'cancelled', by: 'series', deed: 'ended', told: 'cancelled' },
  cancel: { from: unfinished, to: 'cancelled', by: 'editor', deed: 'cancelled', told: 'cancelled' },
  rollBack: {
    from: [...unfinished, 'done'],
    to: 'rolled_back',
    by: 'editor',
    deed: 'rolled back',
    told: 'rolled_back',
  },
} as const satisfies Readonly<Record<string, SeriesTransition>>;

export type SeriesEvent = keyof typeof seriesLife;

/** True if that can happen to a series in its state. */
export function maySeries(event: SeriesEvent, { state }: Pick<ChangeSeries, 'state'>): boolean {
  const { from }: SeriesTransition = seriesLife[event];
  return from.includes(state);
}

/** @throws FailedPreconditionError if that cannot happen to a series in its state. */
export function assertMaySeries(event: SeriesEvent, series: Pick<ChangeSeries, 'state'>): void {
  if (maySeries(event, series)) return;
  throw closedError(`the series cannot be ${seriesLife[event].deed}`, series);
}

/** What decides where a change goes. */
export interface LifeContext {
  /** The steps of its series in their order, or the change alone; as they are after the event, but for their states. */
  readonly steps: readonly ChangeStep[];
  readonly now: Instant;
  /** True for a change that lacks no approval, and that nobody blocks. */
  readonly isApproved: boolean;
  /** True if the policy has changes applied that were approved after their time. */
  readonly appliesLate: boolean;
  /** False for a step of a series that is paused or suspended. */
  readonly isRunning: boolean;
}

/** True if that can happen to a change in its state. */
export function mayHappen(event: ChangeEvent, { state }: Pick<ChangeStep, 'state'>): boolean {
  const { from }: Transition = changeLife[event];
  return from.includes(state);
}

/** @throws FailedPreconditionError if that cannot happen to a change in its state. */
export function assertMay(event: ChangeEvent, request: Pick<ChangeStep, 'state'>): void {
  const { deed }: Transition = changeLife[event];
  if (!mayHappen(event, request)) throw closedError(`the change cannot be ${deed}`, request);
}

/** Error for what the state of a change, or of a series, does not allow. @param refused What is refused, in words. */
export function closedError(
  refused: string,
  { state }: Readonly<Record<'state', ChangeState | SeriesState>>,
): FailedPreconditionError {
  return new FailedPreconditionError(`${refused}: it is ${state.replace('_', ' ')}`, {
    info: { reason: 'CHANGE_CLOSED', metadata: { state: stateOnWire(state) } },
  });
}

/** What the API calls a state. */
function stateOnWire(state: ChangeState | SeriesState): string {
  return state === 'pending' ? 'PENDING_REVIEW' : state.toUpperCase();
}

/** Where the event leads, and from when on the change may be applied by itself; never, if that is undefined. */
export function afterEvent(
  event: ChangeEvent,
  request: ChangeStep,
  context: LifeContext,
): Pick<ChangeStep, 'state' | 'dueAt'> {
  const { to }: Transition = changeLife[event];
  if (to === 'unchanged') return request;
  const state = to === 'released' ? (context.isApproved ? 'scheduled' : 'pending') : to;
  if (state === 'pending') return { state, dueAt: undefined };
  return { state, dueAt: state === 'scheduled' ? dueTime(event, request, context) : request.dueAt };
}

/** True for a change that waits. */
export function isOpen({ state }: Pick<ChangeStep, 'state'>): boolean {
  return open.some((one) => one === state);
}

/**
 * True of a change that waits for an editor who applies it or gives it a time, whatever becomes of its approvals: a
 * token that wrote or edited it was deleted. No other change that waits has a reason.
 */
export function isHeld(request: Pick<ChangeStep, 'state' | 'reason'>): boolean {
  return isOpen(request) && request.reason !== '';
}

/** True of a step that is not done with. */
export function isWaiting(step: Pick<ChangeStep, 'state'>): boolean {
  return isOpen(step) || step.state === 'conflicted';
}

/** The first step that is not done with. @param steps In their order. */
export function nextOf(steps: readonly ChangeStep[]): ChangeStep | undefined {
  return steps.find(isWaiting);
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
  if (request.state === 'scheduled' || isHeld(request)) return true;
  return isTimed(request) && plannedTime(request, steps) <= now;
}

function dueTime(
  event: ChangeEvent,
  request: ChangeStep,
  { steps, now, appliesLate, isRunning }: LifeContext,
): Instant | undefined {
  if (!isRunning || isHeld(request) || !isNext(request, steps)) return undefined;
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
