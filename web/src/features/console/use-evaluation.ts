import { type FlagType } from '@pennon/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  evaluateBoolean,
  evaluateVariant,
  type BooleanAnswer,
  type Question,
  type VariantAnswer,
} from '@/api/evaluation';
import { namespaceIndexQuery } from '@/index';
import { isSameQuestion } from './questions';

interface Asked {
  readonly question: Question;
  readonly type: FlagType;
}

/** What became of the question on screen. */
export interface Evaluation {
  /** Undefined until the server has answered exactly this question. */
  readonly answer: BooleanAnswer | VariantAnswer | undefined;
  readonly error: Error | undefined;
  readonly isPending: boolean;
  readonly evaluate: (asked: Asked) => void;
}

/** Asks the endpoint of the flag's type. Only this is counted by the server. */
export function useEvaluation(namespaceKey: string, question: Question | undefined): Evaluation {
  const client = useQueryClient();
  const { data, error, isPending, variables, mutate } = useMutation({
    mutationFn: async (asked: Asked) => {
      const ask = asked.type === 'boolean' ? evaluateBoolean : evaluateVariant;
      const answer = await ask(namespaceKey, asked.question);
      // The explanation beside the answer is of the same moment.
      await client.refetchQueries({ queryKey: namespaceIndexQuery(namespaceKey).queryKey });
      return answer;
    },
  });
  const isOfThis = question !== undefined && isSameQuestion(variables?.question, question);
  return {
    answer: isOfThis ? data : undefined,
    error: isOfThis ? (error ?? undefined) : undefined,
    isPending,
    evaluate: mutate,
  };
}
