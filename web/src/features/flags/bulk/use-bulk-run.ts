import { messageOf } from '@pennon/domain';
import { useRef, useState } from 'react';
import { usePlans } from '@/changes';
import { bulkCopy as copy } from '@/copy/bulk';
import { joinPlans, type Plan, type PlanOutcome } from '@/lib/plan';
import { someAtOnce } from '@/lib/some-at-once';

/** How it went with one flag. */
export type BulkResult = { readonly key: string } & (
  | { readonly kind: 'done'; readonly plan: Plan; readonly answers: PlanOutcome['answers'] }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'skipped'; readonly reason: string }
);

export interface BulkRun {
  /** Undefined while nothing runs or has run. */
  readonly progress: { readonly done: number; readonly all: number; readonly isRunning: boolean } | undefined;
  /** In the order in which they ended. */
  readonly results: readonly BulkResult[];
  readonly start: (job: BulkJob) => Promise<void>;
  /** Takes no more flags; those that are under way are ended. */
  readonly stop: () => void;
  /** Puts back what was done, in the same way. */
  readonly undo: () => Promise<void>;
}

/** Most flags that are changed at once. */
const AT_ONCE = 4;

interface Task {
  /** Of the flag, or what stands in its place in the result. */
  readonly key: string;
  /** Gives nothing where the flag has become what it is to be. */
  readonly plan: () => Promise<Plan | undefined>;
  /** What the plan that is put back was answered. */
  readonly known?: PlanOutcome['answers'];
}

/** What is done to many flags. */
export interface BulkJob {
  readonly tasks: readonly Task[];
  /** What is left as it is, and why. */
  readonly skipped: readonly { readonly key: string; readonly reason: string }[];
  /** Done before all tasks, which need it, and put back after them. */
  readonly first?: Task;
}

/** Changes many flags, four at a time, and remembers how it went with each. */
export function useBulkRun(namespaceKey: string): BulkRun {
  const plans = usePlans();
  const isStopped = useRef(false);
  const firstKey = useRef<string>(undefined);
  const [progress, setProgress] = useState<BulkRun['progress']>();
  const [results, setResults] = useState<readonly BulkResult[]>([]);

  const work = async ({ key, plan: makePlan, known }: Task): Promise<BulkResult> => {
    try {
      const plan = await makePlan();
      if (plan === undefined) return { key, kind: 'skipped', reason: copy.skips.same };
      const { failure, answers } = await plans.runQuietly(plan, known);
      return failure === undefined
        ? { key, kind: 'done', plan, answers }
        : { key, kind: 'failed', reason: failure.error.message };
    } catch (error) {
      return { key, kind: 'failed', reason: messageOf(error) };
    }
  };

  const run = async ({ tasks, skipped, first }: BulkJob, last?: Task): Promise<void> => {
    isStopped.current = false;
    setResults([]);
    setProgress({ done: 0, all: tasks.length, isRunning: true });
    const ended: BulkResult[] = skipped.map((left) => ({ ...left, kind: 'skipped' }));
    const begun = first && (await work(first));
    if (begun !== undefined) ended.push(begun);
    const blocker = begun?.kind === 'failed' ? begun.key : undefined;
    let done = 0;
    const taken = await someAtOnce(
      tasks,
      AT_ONCE,
      async (task) => {
        ended.push(await work(task));
        done += 1;
        setProgress({ done, all: tasks.length, isRunning: true });
      },
      () => isStopped.current || blocker !== undefined,
    );
    const reason = blocker === undefined ? copy.stopped : copy.needs(blocker);
    ended.push(...tasks.slice(taken).map(({ key }): BulkResult => ({ key, kind: 'skipped', reason })));
    if (last !== undefined) ended.push(await work(last));
    setResults(ended);
    setProgress({ done, all: tasks.length, isRunning: false });
    const changed = ended.flatMap((result) => (result.kind === 'done' ? [result.plan] : []));
    // One plan for all: what is out of date is the same for each.
    await plans.refreshAfter([joinPlans({ title: '', namespaceKey }, changed)]);
  };

  const undo = (): Promise<void> => {
    const tasks = results.flatMap((result): readonly Task[] => {
      if (result.kind !== 'done' || result.plan.inverse === undefined) return [];
      const { key, plan, answers } = result;
      return [{ key, plan: () => Promise.resolve(plan.inverse), known: answers }];
    });
    const isLast = ({ key }: Task): boolean => key === firstKey.current;
    return run({ tasks: tasks.filter((task) => !isLast(task)), skipped: [] }, tasks.find(isLast));
  };

  return {
    progress,
    results,
    start: (job) => {
      firstKey.current = job.first?.key;
      return run(job);
    },
    stop: () => {
      isStopped.current = true;
    },
    undo,
  };
}
