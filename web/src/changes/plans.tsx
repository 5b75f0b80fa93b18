import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactElement, type ReactNode, use, useMemo } from 'react';
import { isForbidden, isReadOnlyError } from '@/api/api-error';
import { api } from '@/api/client';
import { permissionsQuery } from '@/api/permissions';
import { type ToastAction } from '@/components/ui/toast';
import { changesCopy } from '@/copy/changes';
import { conflictsCopy } from '@/copy/conflicts';
import { type Call, isNeedless, type Plan, type PlanOutcome } from '@/lib/plan/plan';
import { asError, runSteps } from '@/lib/plan/run-plan';
import { useGuardedNamespaces } from './guarded';
import { notify } from './notify';
import { askReview, type Decision } from './questions';
import { refresh } from './refresh';
import { type Sent } from './send-plan';
import { inTurn } from './scopes';
import { canUndo, type HistoryEntry, isUndoable, lastUndoable, markUndone, record } from './tab-history';

/** The calls of changes, and what tells of them: what few pages need at once. */
const loadChanges = () => import('./send-plan');

export interface RunOptions {
  /** Shows the diff first, also where the namespace is not guarded. */
  readonly review?: boolean;
  /** The person has seen the diff already: it is not shown again where the namespace is guarded. */
  readonly isReviewed?: boolean;
  /** True for what puts back a change of this tab: it cannot be put back itself. */
  readonly isUndo?: boolean;
  /** What is said when it is done. */
  readonly success?: string;
  /** Offered with that. */
  readonly wayOn?: ToastAction;
  /** Completes "You are not allowed to …"; the title unless given. */
  readonly action?: string;
  /** Shows the change before it is saved, once it is allowed to run; gives what takes that back (1.3). */
  readonly optimistic?: () => () => void;
  /** True for errors that the caller shows itself, as those of a field in its form. */
  readonly handles?: (error: Error) => boolean;
}

export interface Plans {
  /**
   * Runs a plan at once, or after a review where the namespace is guarded, its policy wants one or `review` is set.
   * People are told how it ended, it can be undone, and what it changed is read again before this resolves.
   */
  run(plan: Plan, options?: RunOptions): Promise<PlanOutcome | 'cancelled'>;
  /** Puts back an entry of the history; nothing happens if it was or cannot be. */
  undo(entry: Pick<HistoryEntry, 'id' | 'plan' | 'revision'>): Promise<void>;
  /** Puts back the last change of this tab that can be. */
  undoLast(): Promise<void>;
}

/** How a plan ended, and what people are told of it. */
type Executed = PlanOutcome & Omit<Extract<Sent, { readonly isNothing?: boolean }>, keyof PlanOutcome>;

/** Asked by every control that writes, which are hundreds in a list: it is made once, above all of them. */
const PlansContext = createContext<Plans | undefined>(undefined);

/** All writes of the dashboard. */
export function usePlans(): Plans {
  const plans = use(PlansContext);
  if (plans === undefined) throw new Error('Nothing can be changed outside of PlansProvider.');
  return plans;
}

/** True for a plan that was done; false for one that was refused, and for one that waits for review. */
export function isDone(outcome: PlanOutcome | 'cancelled'): outcome is PlanOutcome {
  return isSettled(outcome) && outcome.proposed === undefined;
}

/** True for a plan that a form need not hold any more: it was done, or waits for review. */
export function isSettled(outcome: PlanOutcome | 'cancelled'): outcome is PlanOutcome {
  return outcome !== 'cancelled' && outcome.failure === undefined;
}

/** Lets what is below change things. */
export function PlansProvider({ children }: { readonly children: ReactNode }): ReactElement {
  const client = useQueryClient();
  const guarded = useGuardedNamespaces();
  const plans = useMemo(
    () => createPlans(client, (namespaceKey) => guarded.has(namespaceKey)),
    [client, guarded],
  );
  return <PlansContext value={plans}>{children}</PlansContext>;
}

const send = ({ method, path, query, body }: Call): Promise<unknown> =>
  api.send<unknown>(method, path, body, query === undefined ? {} : { query });

function createPlans(client: QueryClient, isGuarded: (namespaceKey: string) => boolean): Plans {
  /**
   * Asks before the plan runs, where somebody or the policy wants that; undefined when it may not, and `needless` where
   * what it puts back is there already.
   */
  async function decide(
    plan: Plan,
    { review = false, isReviewed = false }: RunOptions,
  ): Promise<Decision | 'needless' | undefined> {
    const { wanted } = plan;
    const isCareful = isGuarded(plan.namespaceKey);
    const policy = wanted && (await (await loadChanges()).reviewPolicy(client, plan));
    if (!review && (!isCareful || isReviewed) && policy === undefined) return {};
    if (wanted?.past === undefined) return askReview(plan, isCareful, policy);
    const { previewed } = await loadChanges();
    const shown = await previewed(plan, wanted);
    if (shown === undefined) {
      notify.info(changesCopy.current);
      return 'needless';
    }
    if (shown === plan) return {};
    return askReview(shown, isCareful, policy);
  }

  async function execute(plan: Plan, { bypass }: Decision): Promise<Executed> {
    const outcome = await runSteps(plan, send);
    if (outcome.failure !== undefined || plan.wanted === undefined) return outcome;
    let known: (() => void) | undefined;
    const onUnanswered = (): void => {
      known = notify.unanswered(plan.title);
    };
    try {
      const { sendPlan } = await loadChanges();
      const sent = await sendPlan(client, plan, plan.wanted, { bypass, onUnanswered });
      if ('conflict' in sent) return { ...outcome, failure: { error: sent.conflict, isTold: true } };
      return { ...outcome, ...sent };
    } catch (error) {
      return { ...outcome, failure: { error: asError(error) } };
    } finally {
      known?.();
    }
  }

  async function tellFailure(plan: Plan, error: Error, options: RunOptions): Promise<void> {
    const { action = plan.title, handles } = options;
    // It has changed since it was asked for what the server lets this person do.
    if (isForbidden(error) || isReadOnlyError(error)) void client.invalidateQueries(permissionsQuery());
    if (handles?.(error) === true) return;
    const isTold = await (await loadChanges().catch(() => undefined))?.tellConflict(plan.title, error);
    if (isTold !== true)
      notify.error(
        isForbidden(error) ? changesCopy.refused(action, plan.namespaceKey) : error.message,
        error,
      );
  }

  function tellSuccess(plan: Plan, outcome: Executed, options: RunOptions): void {
    if (outcome.isNothing === true) {
      notify.info(conflictsCopy.nothingLeft);
      return;
    }
    if (outcome.proposed !== undefined) {
      notify.proposed(plan.namespaceKey, outcome.proposed);
      return;
    }
    const entry = options.isUndo === true ? undefined : record(plan, outcome.revision);
    const undo = entry !== undefined && isUndoable(entry) ? () => void plans.undo(entry) : undefined;
    const text = options.success ?? changesCopy.done(plan.title);
    const told = outcome.merged === undefined ? text : `${text}. ${outcome.merged}`;
    notify.success(told, undo, options.wayOn);
  }

  const plans: Plans = {
    run: async (plan, options = {}) => {
      if (isNeedless(plan)) return { done: 0 };
      const decision = await decide(plan, options);
      if (decision === undefined) return 'cancelled';
      if (decision === 'needless') return { done: 0 };
      return inTurn(plan.namespaceKey, async () => {
        const takeBack = options.optimistic?.();
        const outcome = await execute(plan, decision);
        if (!isDone(outcome)) takeBack?.();
        if (outcome.failure === undefined) tellSuccess(plan, outcome, options);
        await refresh(client, plan);
        const { failure } = outcome;
        if (failure !== undefined && failure.isTold !== true) await tellFailure(plan, failure.error, options);
        return outcome;
      });
    },
    undo: async ({ id, plan, revision }) => {
      if (!canUndo(id)) return;
      markUndone(id, true);
      const { namespaceKey, inverse } = plan;
      const title = changesCopy.undoing(plan.title);
      const success = changesCopy.undone(plan.title);
      const way: readonly { readonly plan: Plan; readonly isUndo: boolean }[] = [
        ...(revision === undefined
          ? []
          : [{ plan: revertOf(revision, { title, namespaceKey }), isUndo: true }]),
        ...(inverse === undefined ? [] : [{ plan: inverse, isUndo: false }]),
      ];
      try {
        for (const { plan: back, isUndo } of way) {
          const isBack = isDone(await plans.run(back, { success, isUndo }));
          if (!isBack) {
            markUndone(id, false);
            return;
          }
        }
      } catch (error) {
        markUndone(id, false);
        await tellFailure({ ...plan, title }, asError(error), {});
      }
    },
    undoLast: async () => {
      const entry = lastUndoable();
      if (entry === undefined) notify.info(changesCopy.nothingToUndo);
      else await plans.undo(entry);
    },
  };
  return plans;
}

/** Puts back all that a revision changed. */
function revertOf(revision: string, { title, namespaceKey }: Pick<Plan, 'title' | 'namespaceKey'>): Plan {
  return { title, namespaceKey, changes: [], wanted: { past: { way: 'undo', revision, flags: [] } } };
}
