import { type RolloutState } from '@pennon/state';
import { lazy } from 'react';
import { rolloutsCopy as copy } from '@/copy/rollouts';
import { type Rollout } from '@/lib/model';
import { type StepKind } from '../targeting/step-kind';
import { rolloutImpactOf, targetText } from './rollout-reach';
import { RolloutSummary } from './rollout-summary';
import {
  newRollout,
  rolloutDraftOf,
  rolloutFields,
  rolloutProblems,
  rolloutTexts,
  type RolloutValues,
  rolloutValuesOf,
  valueText,
} from './rollout-values';

/** Rollouts of boolean flags: a share of all entities, or who is in segments, gets a value. */
export const rolloutKind: StepKind<Rollout, RolloutState, RolloutValues> = {
  name: 'rollout',
  list: 'rollouts',
  stepsOf: ({ rollouts }) => rollouts,
  plansOf: ({ rolloutPlans }) => rolloutPlans,
  copy,

  headingOf: ({ step }, index) => (
    <>
      <span className="tabular-nums">{index + 1}</span> {copy.titles[step.type]}
    </>
  ),
  labelOf: ({ step }, index) => `${copy.titles[step.type]} ${index + 1}`,
  nameOf: ({ step }, index) => copy.nameOf(index + 1, copy.kinds[step.type]),

  blank: newRollout,
  valuesOf: rolloutValuesOf,
  fields: rolloutFields,
  textsOf: () => rolloutTexts,
  problemsOf: rolloutProblems,
  draftOf: rolloutDraftOf,

  segmentKeysOf: ({ step }) => (step.type === 'segment' ? step.segmentKeys : []),
  editOf: (id, rollout) => ({ of: 'rollout', id, rollout }),
  impactOf: rolloutImpactOf,
  // What a rollout reaches is in its summary.
  findingsOf: () => [],
  lossOf: ({ step: { step }, index }) => [
    `${copy.titles[step.type]} ${index + 1}: ${copy.deletion.text(targetText(step), valueText(step.value))}`,
  ],

  Summary: RolloutSummary,
  Fields: lazy(async () => ({ default: (await import('./rollout-fields')).RolloutFields })),
  hasDrawer: true,
};
