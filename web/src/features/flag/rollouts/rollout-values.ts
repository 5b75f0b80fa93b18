import { type SegmentSelection } from '@pennon/domain';
import { type RolloutState } from '@pennon/state';
import { type FieldTexts } from '@/changes/editing';
import { rolloutsCopy as copy } from '@/copy/rollouts';
import { validationCopy } from '@/copy/validation';
import * as z from '@/lib/zod';
import { choiceSchema, choiceText, noSegments, selectionOf } from '../targeting/segment-choice';
import { type Problems, type StepValues } from '../targeting/step-kind';

/** What the form of a rollout holds, for both kinds. */
export interface RolloutValues extends StepValues {
  readonly kind: RolloutState['step']['type'];
  /** Of a threshold; null while the field is empty. */
  readonly percentage: number | null;
  /** Of a segment rollout. */
  readonly choice: SegmentSelection;
  readonly value: boolean;
  readonly description: string;
}

export const newRollout: RolloutValues = {
  index: undefined,
  kind: 'threshold',
  // Made without looking, it reaches nobody.
  percentage: 0,
  choice: noSegments,
  value: true,
  description: '',
};

/** Any of the fields, as a draft keeps them. */
export const rolloutFields = z.object({
  index: z.exactOptional(z.number()),
  kind: z.exactOptional(z.enum(['threshold', 'segment'])),
  percentage: z.exactOptional(z.nullable(z.number())),
  choice: z.exactOptional(choiceSchema),
  value: z.exactOptional(z.boolean()),
  description: z.exactOptional(z.string()),
});

export function rolloutValuesOf({ description, step }: RolloutState): RolloutValues {
  const { type: kind, value } = step;
  if (step.type === 'threshold') return { ...newRollout, kind, description, value, percentage: step.percent };
  const { segmentKeys, segmentOperator } = step;
  return { ...newRollout, kind, description, value, choice: { segmentKeys, segmentOperator } };
}

/**
 * The rollout as it is to be saved. An empty percentage counts as 0, and one beyond an end as the end:
 * {@link rolloutProblems} tells.
 */
export function rolloutDraftOf({
  kind,
  percentage,
  choice,
  value,
  description,
}: RolloutValues): RolloutState {
  return kind === 'threshold'
    ? { description, step: { type: kind, percent: Math.min(100, Math.max(0, percentage ?? 0)), value } }
    : { description, step: { type: kind, ...selectionOf(choice), value } };
}

export function rolloutProblems({ kind, percentage, choice }: RolloutValues): Problems {
  if (kind === 'segment') {
    return choice.segmentKeys.length === 0 ? { segments: validationCopy.ruleSegments } : {};
  }
  const isPercentage = percentage !== null && percentage >= 0 && percentage <= 100;
  return isPercentage ? {} : { percentage: validationCopy.threshold };
}

/** True or False in words. */
export function valueText(value: boolean): string {
  return value ? copy.true : copy.false;
}

/** How the fields of a rollout are written, to compare two and to show both in a conflict. */
export const rolloutTexts: FieldTexts<RolloutValues> = {
  index: String,
  kind: (kind) => copy.kinds[kind],
  percentage: (percentage) => (percentage === null ? '' : `${percentage} %`),
  choice: choiceText,
  value: valueText,
  description: (description) => description,
};
