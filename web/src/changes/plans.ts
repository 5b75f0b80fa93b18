import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isForbidden } from '@/api/api-error';
import { api } from '@/api/client';
import { type ToastAction } from '@/components/ui/toast';
import { changesCopy } from '@/copy/changes';
import { type Call, type Plan, type PlanOutcome } from '@/lib/plan/plan';
import { runPlan, type Send } from '@/lib/plan/run-plan';
import { useGuardedNamespaces } from './guarded';
import { notify } from './notify';
import { loadPlanDialog } from './load-plan-dialog';
import { askRetry, askReview } from './questions';
import { refresh } from './refresh';
import { inTurn, scopeOf } from './scopes';
import { canUndo, lastUndoable, markUndone, record } from './tab-history';
import { noteRefusal } from './write-block';

export interface RunOptions {
  /** Shows the diff first, also where the namespace is not guarded. */
  readonly review?: boolean;
  /** What is said when the last call has answered. */
  readonly success?: string;
  /** Offered with that. */
  readonly wayOn?: ToastAction;
  /** Completes "You are not allowed to …" and is what {@link useWriteBlock} is asked with. */
  readonly action?: string;
  /** Shows the change before it is saved, once it is allowed to run; gives what takes that back (1.3). */
  readonly optimistic?: () => () => void;
  /** True for errors that the caller shows itself, as those of a field in its form. */
  readonly handles?: (error: Error) => boolean;
}

export interface Plans {
  /**
   * Runs a plan at once, or after a review where the namespace is guarded or `review` is set. People are told how it
   * ended, it can be undone if it has an inverse, and what it changed is read again before this resolves.
   */
  run(plan: Plan, options?: RunOptions): Promise<PlanOutcome | 'cancelled'>;
  /**
   * Runs a plan that was reviewed already, as one of many, and leaves the telling to the caller. It is in the
   * history, and nothing is read again: {@link refreshAfter} does that for all of them. An inverse is told what the
   * plan that it puts back was answered.
   */
  runQuietly(plan: Plan, known?: PlanOutcome['answers']): Promise<PlanOutcome>;
  /** Reads again what plans changed. */
  refreshAfter(plans: readonly Plan[]): Promise<void>;
  /** Puts back an entry of the history; nothing happens if it was or cannot be. */
  undo(entry: UndoableEntry): Promise<void>;
  /** Puts back the last change of this tab that can be. */
  undoLast(): Promise<void>;
}

interface UndoableEntry {
  readonly id: number;
  readonly plan: Plan;
  readonly answers: PlanOutcome['answers'];
}

/** All writes of the dashboard (dashboard.md 1.3, save plans). */
export function usePlans(): Plans {
  const client = useQueryClient();
  const guarded = useGuardedNamespaces();
  return useMemo(() => createPlans(client, (namespaceKey) => guarded.has(namespaceKey)), [client, guarded]);
}

const send: Send = ({ method, path, query, body }: Call) =>
  api.send<unknown>(method, path, body, query === undefined ? {} : { query });

function createPlans(client: QueryClient, isGuarded: (namespaceKey: string) => boolean): Plans {
  async function execute(
    plan: Plan,
    options: RunOptions,
    known?: PlanOutcome['answers'],
  ): Promise<PlanOutcome> {
    if (plan.steps.length > 1) await loadPlanDialog();
    const takeBack = options.optimistic?.();
    let outcome = await runPlan(
      plan,
      send,
      known === undefined ? {} : { known: { done: 0, answers: known } },
    );
    while (outcome.failure !== undefined && outcome.done > 0) {
      await refresh(client, plan);
      if (!(await askRetry(plan, outcome))) break;
      outcome = await runPlan(plan, send, { known: outcome });
    }
    if (outcome.failure !== undefined) takeBack?.();
    return outcome;
  }

  function tellFailure(plan: Plan, error: Error, { action = plan.title, handles }: RunOptions): void {
    noteRefusal(action, plan.namespaceKey, error);
    if (handles?.(error) === true) return;
    notify.error(isForbidden(error) ? changesCopy.refused(action, plan.namespaceKey) : error.message, error);
  }

  async function runKnowing(
    plan: Plan,
    options: RunOptions,
    known?: PlanOutcome['answers'],
  ): Promise<PlanOutcome | 'cancelled'> {
    if (plan.steps.length === 0) return { done: 0, answers: new Map() };
    const isAsked = options.review === true || isGuarded(plan.namespaceKey);
    if (isAsked && !(await askReview(plan, isGuarded(plan.namespaceKey)))) return 'cancelled';
    return inTurn(scopeOf(plan), async () => {
      const outcome = await execute(plan, options, known);
      if (outcome.failure === undefined) {
        const entry = record(plan, outcome.answers);
        const undo = plan.inverse === undefined ? undefined : () => void plans.undo(entry);
        notify.success(options.success ?? changesCopy.done(plan.title), undo, options.wayOn);
      } else if (outcome.done === 0) {
        tellFailure(plan, outcome.failure.error, options);
      }
      await refresh(client, plan);
      return outcome;
    });
  }

  const plans: Plans = {
    run: (plan, options = {}) => runKnowing(plan, options),
    runQuietly: (plan, known) =>
      inTurn(scopeOf(plan), async () => {
        const outcome = await runPlan(plan, send, known && { known: { done: 0, answers: known } });
        if (outcome.failure === undefined) record(plan, outcome.answers);
        return outcome;
      }),
    refreshAfter: async (done) => {
      await Promise.all(done.map((plan) => refresh(client, plan)));
    },
    undo: async ({ id, plan, answers }) => {
      const { inverse } = plan;
      if (inverse === undefined || !canUndo(id)) return;
      markUndone(id, true);
      const makesAnew = inverse.steps.some(({ call }) => call.method === 'POST');
      const success = makesAnew ? changesCopy.undoneWithNewIds : changesCopy.undone(plan.title);
      const outcome = await runKnowing(inverse, { success }, answers);
      if (outcome === 'cancelled' || outcome.failure !== undefined) markUndone(id, false);
    },
    undoLast: async () => {
      const entry = lastUndoable();
      if (entry === undefined) notify.info(changesCopy.nothingToUndo);
      else await plans.undo(entry);
    },
  };
  return plans;
}
