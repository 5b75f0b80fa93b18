import { type FieldTexts } from '@/changes/editing';
import { rolloutsCopy as copy } from '@/copy/rollouts';
import { validationCopy } from '@/copy/validation';
import { type Rollout, type SegmentChoice } from '@/lib/model';
import { type RolloutDraft } from '@/lib/plan';
import * as z from '@/lib/zod';
import { choiceSchema, choiceText, noSegments } from '../targeting/segment-choice';
import { type Problems, type StepValues } from '../targeting/step-kind';

/** What the form of a rollout holds, for both kinds. */
export interface RolloutValues extends StepValues {
  readonly kind: Rollout['type'];
  /** Of a threshold; null while the field is empty. */
  readonly percentage: number | null;
  /** Of a segment rollout. */
  readonly choice: SegmentChoice;
  readonly value: boolean;
  readonly description: string;
}

export const newRollout: RolloutValues = {
  index: undefined,
  kind: 'THRESHOLD_ROLLOUT_TYPE',
  // Made without looking, it reaches nobody.
  percentage: 0,
  choice: noSegments,
  value: true,
  description: '',
};

/** Any of the fields, as a draft keeps them. */
export const rolloutFields = z.object({
  index: z.exactOptional(z.number()),
  kind: z.exactOptional(z.enum(['THRESHOLD_ROLLOUT_TYPE', 'SEGMENT_ROLLOUT_TYPE'])),
  percentage: z.exactOptional(z.nullable(z.number())),
  choice: z.exactOptional(choiceSchema),
  value: z.exactOptional(z.boolean()),
  description: z.exactOptional(z.string()),
});

export function rolloutValuesOf(rollout: Rollout): RolloutValues {
  const { type: kind, description } = rollout;
  if (rollout.type === 'THRESHOLD_ROLLOUT_TYPE')
    return { ...newRollout, kind, description, ...rollout.threshold };
  const { value, ...choice } = rollout.segment;
  return { ...newRollout, kind, description, choice, value };
}

/** The rollout as it is to be saved; an empty percentage counts as 0: {@link rolloutProblems} tells. */
export function rolloutDraftOf({
  kind,
  percentage,
  choice,
  value,
  description,
}: RolloutValues): RolloutDraft {
  return kind === 'THRESHOLD_ROLLOUT_TYPE'
    ? { type: kind, description, threshold: { percentage: percentage ?? 0, value } }
    : { type: kind, description, segment: { ...choice, value } };
}

export function rolloutProblems({ kind, percentage, choice }: RolloutValues): Problems {
  if (kind === 'SEGMENT_ROLLOUT_TYPE') {
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
