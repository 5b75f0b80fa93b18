import { useQueryClient } from '@tanstack/react-query';
import { flagQuery } from '@/api/flags';
import { targetingCopy } from '@/copy/targeting';
import { type BasedFlag } from '@/lib/plan';
import { type Step, type StepKind, type StepsScene, type StepValues, type StepState } from './step-kind';
import { useFlagPlan } from './use-flag-plan';

/** Moves a step from one place to another, both from 0; shown at once and saved. */
export function useStepOrder<S extends Step & Draft, Draft extends StepState, Values extends StepValues>(
  kind: StepKind<S, Draft, Values>,
  { flag, steps }: StepsScene<S>,
): (from: number, to: number) => void {
  const client = useQueryClient();
  const { run } = useFlagPlan(flag);
  const { queryKey } = flagQuery(flag.namespaceKey, flag.key);
  return (from, to) => {
    const step = steps[from];
    if (step === undefined || from === to) return;
    const wanted = steps.toSpliced(from, 1).toSpliced(to, 0, step);
    const ids = wanted.map(({ id }) => id);
    const before = client.getQueryData(queryKey);
    const put = (contents: BasedFlag | undefined) => (): void => {
      void client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, contents);
    };
    // No revision has this order yet.
    const show = put(before && { ...before, [kind.list]: wanted, base: undefined });
    const back = put(before);
    const options = {
      success: targetingCopy.move.moved(kind.nameOf(step, from), to + 1, steps.length),
      action: kind.copy.actions.reorder,
      optimistic: () => {
        show();
        return back;
      },
    };
    // The change is made from the order that was shown until now.
    const saved = run((shown, library) => kind.plansOf(library).reorder(shown, ids), options);
    show();
    void saved.then((isSaved) => {
      if (!isSaved) back();
    });
  };
}
