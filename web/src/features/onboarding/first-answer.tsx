import { useMutation } from '@tanstack/react-query';
import { type ReactElement } from 'react';
import { type BooleanAnswer, evaluateBoolean, evaluateVariant, type VariantAnswer } from '@/api/evaluation';
import { Button } from '@/components/ui/button';
import { guideCopy } from '@/copy/guide';
import { plansCopy } from '@/copy/plans';
import { type Flag } from '@/lib/model';

const copy = guideCopy.steps;

interface FirstAnswerProps {
  readonly flag: Flag;
  readonly entityId: string;
  readonly onAnswer: () => void;
}

/** Asks the server about a flag, and shows the answer. */
export function FirstAnswer({ flag, entityId, onAnswer }: FirstAnswerProps): ReactElement {
  const evaluation = useMutation({
    mutationFn: (): Promise<BooleanAnswer | VariantAnswer> => {
      const question = { flagKey: flag.key, entityId, context: {} };
      return flag.type === 'boolean'
        ? evaluateBoolean(flag.namespaceKey, question)
        : evaluateVariant(flag.namespaceKey, question);
    },
    onSuccess: onAnswer,
  });
  return (
    <>
      <p className="mb-2">{copy.evaluateText(flag.key)}</p>
      <Button
        size="compact"
        busy={evaluation.isPending}
        onClick={() => {
          evaluation.mutate();
        }}
      >
        {copy.evaluateButton}
      </Button>
      <p role="status" className="mt-2 font-medium">
        {evaluation.data !== undefined && textOf(evaluation.data)}
      </p>
      {evaluation.error !== null && <p className="text-danger">{evaluation.error.message}</p>}
    </>
  );
}

function textOf(answer: BooleanAnswer | VariantAnswer): string {
  if (answer.kind === 'variant') return copy.answerVariant(answer.variantKey);
  return copy.answerBoolean(answer.enabled ? plansCopy.true : plansCopy.false);
}
