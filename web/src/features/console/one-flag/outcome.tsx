import { lazy, type ReactElement, Suspense } from 'react';
import { type Question } from '@/api/evaluation';
import { EmptyState } from '@/components/empty-state';
import { ErrorState } from '@/components/error-state';
import { consoleCopy } from '@/copy/console';
import { type NamespaceIndex } from '@/index';
import { findingOf, findingOfAnswer, isSameFinding, reasonText } from '../answers';
import { ExplanationView } from '../explain/explanation-view';
import { Mismatch } from '../mismatch';
import { ResultCard } from '../result-card';
import { type Evaluation } from '../use-evaluation';

const Simulation = lazy(async () => ({ default: (await import('./simulation')).Simulation }));

const { result: copy } = consoleCopy;

interface OutcomeProps {
  readonly index: NamespaceIndex | undefined;
  readonly question: Question;
  readonly evaluation: Evaluation;
  /** Whether the flag is turned off. */
  readonly isOff: boolean;
}

/** What the flag answers by the server, if it was asked, and by this browser, and why. */
export function Outcome({ index, question, evaluation, isOff }: OutcomeProps): ReactElement {
  const { answer, error } = evaluation;
  const explanation = index?.explain(question.flagKey, question.entityId, question.context, isOff);
  return (
    <>
      {error !== undefined && <ErrorState title={copy.failed} details={error.message} />}
      {answer !== undefined && (
        <ResultCard
          finding={findingOfAnswer(answer)}
          reason={reasonText(findingOfAnswer(answer).reason, explanation)}
          answer={answer}
        />
      )}
      {answer !== undefined &&
        explanation !== undefined &&
        !isSameFinding(findingOfAnswer(answer), findingOf(explanation)) && (
          <Mismatch question={question} answer={answer.raw} explanation={explanation} />
        )}
      {explanation !== undefined && answer === undefined && (
        <ResultCard
          finding={findingOf(explanation)}
          reason={reasonText(explanation.result.reason, explanation)}
        />
      )}
      {explanation === undefined && answer === undefined && error === undefined && (
        <EmptyState title={copy.noIndex} />
      )}
      {explanation !== undefined && <ExplanationView explanation={explanation} />}
      {index !== undefined && explanation !== undefined && (
        <Suspense>
          <Simulation key={question.flagKey} index={index} question={question} />
        </Suspense>
      )}
    </>
  );
}
