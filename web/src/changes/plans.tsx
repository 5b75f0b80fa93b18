import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactElement, type ReactNode, use, useMemo } from 'react';
import { isForbidden } from '@/api/api-error';
import { api } from '@/api/client';
import { type Session, sessionQuery } from '@/api/session';
import { ownerOf } from '@/app/person';
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
import { keepStoppedSave, type StoppedSave } from './stopped-save';
import { canUndo, lastUndoable, markUndone, record } from './tab-history';
import { noteRefusal } from './write-state';

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
  /** Tells how far a save came before the session ended, and goes on with it if the person wants. */
  goOn(stopped: StoppedSave): Promise<void>;
  /** Puts back an entry of the history; nothing happens if it was or cannot be. */
  undo(entry: UndoableEntry): Promise<void>;
  /** Puts back the last change of this tab that can be. */
  undoLast(): Promise<void>;
}

/** What was done of a plan before, and what that was answered. */
type Known = Pick<PlanOutcome, 'done' | 'answers'>;

interface UndoableEntry {
  readonly id: number;
  readonly plan: Plan;
  readonly answers: PlanOutcome['answers'];
}

/** Asked by every control that writes, which are hundreds in a list: it is made once, above all of them. */
const PlansContext = createContext<Plans | undefined>(undefined);

/** All writes of the dashboard. */
export function usePlans(): Plans {
  const plans = use(PlansContext);
  if (plans === undefined) throw new Error('Nothing can be changed outside of PlansProvider.');
  return plans;
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

const send: Send = ({ method, path, query, body }: Call) =>
  api.send<unknown>(method, path, body, query === undefined ? {} : { query });

/** Whose work is done now; see {@link ownerOf}. */
function ownerIn(client: QueryClient): string | undefined {
  return ownerOf(client.getQueryData<Session>(sessionQuery().queryKey));
}

function createPlans(client: QueryClient, isGuarded: (namespaceKey: string) => boolean): Plans {
  async function execute(plan: Plan, options: RunOptions, known: Known): Promise<PlanOutcome> {
    if (plan.steps.length > 1) await loadPlanDialog();
    const owner = ownerIn(client);
    const takeBack = options.optimistic?.();
    let outcome = await runPlan(plan, send, { known });
    while (outcome.failure !== undefined && outcome.done > 0) {
      // The rest is not sent in the name of somebody else, and waits for a sign-in where there is nobody.
      if (ownerIn(client) !== owner) {
        tellStop(plan, outcome);
        break;
      }
      await refresh(client, plan);
      if (!(await askRetry(plan, outcome))) break;
      outcome = await runPlan(plan, send, { known: outcome });
    }
    if (outcome.failure !== undefined) takeBack?.();
    return outcome;
  }

  function tellStop(plan: Plan, { done, answers }: PlanOutcome): void {
    if (ownerIn(client) === undefined) keepStoppedSave({ plan, done, answers });
    else notify.error(`${plan.title}: ${changesCopy.failed.title(done, plan.steps.length)}`);
  }

  function tellFailure(plan: Plan, error: Error, { action = plan.title, handles }: RunOptions): void {
    noteRefusal(action, plan.namespaceKey, error);
    if (handles?.(error) === true) return;
    notify.error(isForbidden(error) ? changesCopy.refused(action, plan.namespaceKey) : error.message, error);
  }

  async function runKnowing(
    plan: Plan,
    options: RunOptions,
    known: Known = { done: 0, answers: new Map() },
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
    goOn: async ({ plan, ...known }) => {
      const step = plan.steps[known.done];
      if (step === undefined) return;
      await loadPlanDialog();
      const failure = { step, error: new Error(changesCopy.failed.sessionEnded) };
      if (await askRetry(plan, { ...known, failure })) await runKnowing(plan, {}, known);
    },
    undo: async ({ id, plan, answers }) => {
      const { inverse } = plan;
      if (inverse === undefined || !canUndo(id)) return;
      markUndone(id, true);
      const makesAnew = inverse.steps.some(({ call }) => call.method === 'POST');
      const success = makesAnew ? changesCopy.undoneWithNewIds : changesCopy.undone(plan.title);
      const outcome = await runKnowing(inverse, { success }, { done: 0, answers });
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
