import { lazy } from 'react';
import { type Rollout } from '@/api/types';
import { rolloutsCopy as copy } from '@/copy/rollouts';
import { type RolloutDraft } from '@/lib/plan';
import { type StepKind } from '../targeting/step-kind';
import { rolloutImpactOf, targetText, valueOf } from './rollout-reach';
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
export const rolloutKind: StepKind<Rollout, RolloutDraft, RolloutValues> = {
  name: 'rollout',
  list: 'rollouts',
  stepsOf: ({ rollouts }) => rollouts,
  plansOf: ({ rolloutPlans }) => rolloutPlans,
  copy,

  headingOf: ({ type }, index) => (
    <>
      <span className="tabular-nums">{index + 1}</span> {copy.titles[type]}
    </>
  ),
  labelOf: ({ type }, index) => `${copy.titles[type]} ${index + 1}`,
  nameOf: ({ type }, index) => copy.nameOf(index + 1, copy.kinds[type]),

  blank: newRollout,
  valuesOf: rolloutValuesOf,
  fields: rolloutFields,
  textsOf: () => rolloutTexts,
  problemsOf: rolloutProblems,
  draftOf: rolloutDraftOf,

  segmentKeysOf: (draft) => (draft.type === 'SEGMENT_ROLLOUT_TYPE' ? draft.segment.segmentKeys : []),
  editOf: (id, rollout) => ({ of: 'rollout', id, rollout }),
  impactOf: rolloutImpactOf,
  // What a rollout reaches is in its summary.
  findingsOf: () => [],
  lossOf: ({ step, index }) => [
    `${copy.titles[step.type]} ${index + 1}: ${copy.deletion.text(targetText(step), valueText(valueOf(step)))}`,
  ],
  jsonOf: async (_, rollout) => (await import('@/lib/documents')).rolloutJson(rollout),

  Summary: RolloutSummary,
  Fields: lazy(async () => ({ default: (await import('./rollout-fields')).RolloutFields })),
  hasDrawer: true,
};
