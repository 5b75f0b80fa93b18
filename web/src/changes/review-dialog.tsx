import { type ReactElement, useRef, useState } from 'react';
import { isScoped } from '@/api/policy';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { TextField } from '@/components/ui/text-field';
import { changesCopy } from '@/copy/changes';
import { commonCopy } from '@/copy/common';
import { formatCounted } from '@/lib/numbers';
import { PlanReview } from './plan-review';
import { type Question } from './questions';

type ReviewProps = Extract<Question, { kind: 'review' }>;

/** The review before a plan runs. */
export function ReviewDialog({ plan, isGuarded, policy, answer }: ReviewProps): ReactElement {
  const copy = changesCopy.review;
  const goOn = useRef<HTMLButtonElement>(null);
  const [reason, setReason] = useState('');
  const stop = (): void => {
    answer(undefined);
  };
  const words = isGuarded ? copy.confirmGuarded(plan.namespaceKey) : copy.confirm;
  return (
    <Dialog
      open
      size="wide"
      title={copy.title}
      description={plan.title}
      initialFocus={goOn}
      onClose={stop}
      footer={
        <>
          <Button onClick={stop}>{commonCopy.cancel}</Button>
          {policy?.mayBypass === true && (
            <Button
              disabled={reason.trim() === ''}
              onClick={() => {
                answer({ bypass: reason.trim() });
              }}
            >
              {copy.bypass}
            </Button>
          )}
          <Button
            ref={goOn}
            variant="primary"
            onClick={() => {
              answer({});
            }}
          >
            {policy === undefined ? words : copy.ask}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {policy !== undefined && (
          <Banner>
            {copy.needed(plan.namespaceKey, formatCounted(policy.requiredApprovals, 'approval'))}{' '}
            {isScoped(policy) && copy.scoped}
          </Banner>
        )}
        <PlanReview plan={plan} />
        {policy?.mayBypass === true && (
          <TextField
            label={copy.reason}
            optional
            value={reason}
            onChange={({ currentTarget }) => {
              setReason(currentTarget.value);
            }}
          />
        )}
      </div>
    </Dialog>
  );
}
