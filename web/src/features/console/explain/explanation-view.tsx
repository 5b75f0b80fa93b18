import { type ReactElement } from 'react';
import { Card } from '@/components/ui/card';
import { consoleCopy } from '@/copy/console';
import { type FlagExplanation } from '@/index';
import { findingOf, valueText } from '../answers';
import { ExplainedStep, type StepState } from './explained-step';
import { RolloutDetails } from './rollout-details';
import { RuleDetails } from './rule-details';

const { explain: copy } = consoleCopy;

interface ExplanationViewProps {
  readonly explanation: FlagExplanation;
}

/** Every step from the question to its answer. */
export function ExplanationView({ explanation }: ExplanationViewProps): ReactElement {
  const { flagKey, type, isEnabled, ending } = explanation;
  const isVariant = type === 'variant';
  const isOff = ending === 'off';
  return (
    <Card title={copy.title}>
      <ol aria-label={copy.steps} className="flex flex-col gap-2">
        <ExplainedStep
          state="passed"
          title={copy.found(flagKey, isVariant ? copy.variantFlag : copy.booleanFlag)}
        />
        {isVariant && !isOff && (
          <ExplainedStep
            state={isEnabled ? 'passed' : 'decisive'}
            title={isEnabled ? copy.enabled : copy.disabled}
          />
        )}
        {isOff && <ExplainedStep state="decisive" title={copy.off} />}
        {isVariant
          ? explanation.rules.map((rule) => (
              <ExplainedStep
                key={rule.id}
                state={stateOf(rule.outcome)}
                title={copy.rule(rule.rank)}
                outcome={copy.outcomes[rule.outcome]}
              >
                {rule.outcome !== 'skipped' && <RuleDetails rule={rule} />}
              </ExplainedStep>
            ))
          : explanation.rollouts.map((rollout) => (
              <ExplainedStep
                key={rollout.id}
                state={stateOf(rollout.outcome)}
                title={copy.rollout(rollout.rank)}
                outcome={copy.outcomes[rollout.outcome]}
              >
                {rollout.outcome !== 'skipped' && <RolloutDetails rollout={rollout} />}
              </ExplainedStep>
            ))}
        {usesDefault(ending) && (isVariant || !isOff) && (
          <ExplainedStep
            state={ending === 'no-step' ? 'decisive' : 'passed'}
            title={fallbackText(explanation)}
          />
        )}
        <ExplainedStep state="passed" title={copy.answer(valueText(findingOf(explanation).value))} />
      </ol>
    </Card>
  );
}

function stateOf(outcome: 'matched' | 'not-matched' | 'skipped'): StepState {
  if (outcome === 'matched') return 'decisive';
  return outcome === 'skipped' ? 'skipped' : 'passed';
}

function usesDefault(ending: FlagExplanation['ending']): boolean {
  return ['off', 'no-step', 'flag-disabled', 'uncovered', 'no-shares'].includes(ending);
}

function fallbackText(explanation: FlagExplanation): string {
  const fallback =
    explanation.type === 'boolean'
      ? copy.defaultValue(valueText(explanation.isEnabled))
      : explanation.defaultVariantKey === undefined
        ? copy.noDefault
        : copy.defaultVariant(explanation.defaultVariantKey);
  return explanation.ending === 'no-step' ? `${copy.noneLeft}. ${fallback}` : fallback;
}
