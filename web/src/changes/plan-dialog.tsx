import { type ReactElement, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { changesCopy } from '@/copy/changes';
import { commonCopy } from '@/copy/common';
import { type Question } from './questions';
import { PlanReview } from './plan-review';

/** The review before a plan runs, or what to do about one that stopped. */
export function PlanDialog({ question }: { readonly question: Question }): ReactElement {
  return question.kind === 'review' ? <ReviewDialog {...question} /> : <FailureDialog {...question} />;
}

function ReviewDialog({ plan, isGuarded, answer }: Extract<Question, { kind: 'review' }>): ReactElement {
  const copy = changesCopy.review;
  const goOn = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open
      size="wide"
      title={copy.title}
      description={plan.title}
      initialFocus={goOn}
      onClose={() => {
        answer(false);
      }}
      footer={
        <>
          <Button
            onClick={() => {
              answer(false);
            }}
          >
            {commonCopy.cancel}
          </Button>
          <Button
            ref={goOn}
            variant="primary"
            onClick={() => {
              answer(true);
            }}
          >
            {isGuarded ? copy.confirmGuarded(plan.namespaceKey) : copy.confirm}
          </Button>
        </>
      }
    >
      <PlanReview plan={plan} />
    </Dialog>
  );
}

function FailureDialog({ plan, outcome, answer }: Extract<Question, { kind: 'failure' }>): ReactElement {
  const copy = changesCopy.failed;
  const goOn = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open
      alert
      title={copy.title(outcome.done, plan.steps.length)}
      description={plan.title}
      initialFocus={goOn}
      onClose={() => {
        answer(false);
      }}
      footer={
        <>
          <Button
            onClick={() => {
              answer(false);
            }}
          >
            {copy.stop}
          </Button>
          <Button
            ref={goOn}
            variant="primary"
            onClick={() => {
              answer(true);
            }}
          >
            {copy.retryRest}
          </Button>
        </>
      }
    >
      <p>
        {copy.step} <strong className="font-medium">{outcome.failure?.step.title}</strong>
      </p>
      <p className="mt-2 font-mono text-danger break-words">{outcome.failure?.error.message}</p>
    </Dialog>
  );
}
