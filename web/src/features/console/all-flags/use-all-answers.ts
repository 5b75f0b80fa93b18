import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { evaluateBatch, type Question } from '@/api/evaluation';
import { type Context } from '@/lib/evaluation/context-text';
import { findingOfAnswer, type Finding } from '../answers';

/** How many questions one call asks. */
const CHUNK = 100;

/** What the server said about one flag. */
export type FlagAnswer =
  | { readonly kind: 'finding'; readonly finding: Pick<Finding, 'value' | 'reason'> }
  | { readonly kind: 'error'; readonly reason: string };

interface AskedOfAll {
  readonly entityId: string;
  readonly context: Context;
  readonly flagKeys: readonly string[];
}

/** Asks the server for all flags, a chunk at a time. */
export function useAllAnswers(namespaceKey: string) {
  const [done, setDone] = useState(0);
  const mutation = useMutation({
    mutationFn: async ({ flagKeys, entityId, context }: AskedOfAll) => {
      const answers = new Map<string, FlagAnswer>();
      setDone(0);
      for (let start = 0; start < flagKeys.length; start += CHUNK) {
        const questions = flagKeys
          .slice(start, start + CHUNK)
          .map((flagKey): Question => ({ flagKey, entityId, context }));
        for (const [place, answer] of (await evaluateBatch(namespaceKey, questions)).entries()) {
          const flagKey = questions[place]?.flagKey ?? answer.flagKey;
          answers.set(
            flagKey,
            answer.kind === 'error'
              ? { kind: 'error', reason: answer.reason }
              : { kind: 'finding', finding: findingOfAnswer(answer) },
          );
        }
        setDone(answers.size);
      }
      return answers;
    },
  });
  return { ...mutation, done };
}
