import { CircleCheck, CircleDashed, CircleDot } from 'lucide-react';
import { type ReactElement, type ReactNode } from 'react';
import { classes } from '@/components/ui/classes';

/** `decisive` is the step that settled the answer; `skipped` ones were not tried any more. */
export type StepState = 'passed' | 'decisive' | 'skipped';

interface ExplainedStepProps {
  readonly state: StepState;
  readonly title: string;
  /** What became of it, in a word. */
  readonly outcome?: string;
  readonly children?: ReactNode;
}

const icons = { passed: CircleDot, decisive: CircleCheck, skipped: CircleDashed };

/** One line of the way to an answer. */
export function ExplainedStep({ state, title, outcome, children }: ExplainedStepProps): ReactElement {
  const Icon = icons[state];
  return (
    <li
      data-state={state}
      aria-current={state === 'decisive' ? 'step' : undefined}
      className={classes(
        'min-w-0 rounded-control border px-3 py-2',
        state === 'decisive' ? 'border-on bg-on-soft' : 'border-border',
        state === 'skipped' && 'border-dashed text-muted',
      )}
    >
      <div className="flex items-start gap-2">
        <Icon
          aria-hidden
          size={16}
          className={classes('mt-0.5 shrink-0', state === 'decisive' ? 'text-on' : 'text-muted')}
        />
        <p className="min-w-0 flex-1 font-medium break-words">{title}</p>
        {outcome !== undefined && <span className="text-secondary">{outcome}</span>}
      </div>
      {children !== undefined && children !== false && (
        <div className="mt-2 flex flex-col gap-2 ps-6">{children}</div>
      )}
    </li>
  );
}
