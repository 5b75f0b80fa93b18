import {
  type ConstraintState,
  type DistributionState,
  type FlagState,
  type PartConflict,
  type RolloutState,
  type RuleState,
  type SegmentState,
  type VariantState,
} from '@pennon/state';
import { type SegmentSelection } from '@pennon/domain';
import { formatPercent } from '../numbers';
import { flagText, rolloutText, ruleText, stepText, variantText } from './flag-part-words';
import { constraintText, segmentText } from './segment-part-words';
import { boolText, matchTypeText, segmentsText } from './words';

/** A value of a conflict as one text: a rule as the review has it, a text as it is; empty for nothing. */
export function conflictText({ kind, part }: Pick<PartConflict, 'kind' | 'part'>, value: unknown): string {
  if (part === 'whole' && value !== undefined) {
    return kind === 'flag' ? flagText(value as FlagState) : segmentText(value as SegmentState);
  }
  return part === 'matchType' ? matchTypeText(value as SegmentState['matchType']) : textOf(value);
}

function textOf(value: unknown): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return boolText(value);
  if (Array.isArray(value)) return value.map(textOf).join('\n');
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const shape = shapes.find(({ has }) => has.every((name) => name in value));
  return shape === undefined ? JSON.stringify(value) : shape.text(value);
}

interface Shape {
  /** Members that tell what it is. */
  readonly has: readonly string[];
  readonly text: (value: never) => string;
}

function shape<T extends object>(has: readonly (keyof T & string)[], text: (value: T) => string) {
  return { has, text: text as (value: object) => string } satisfies Shape;
}

/** What is not a single value in a flag or a segment. */
const shapes = [
  shape<RuleState>(['segmentKeys', 'distributions'], ruleText),
  shape<DistributionState>(
    ['variantKey', 'rolloutPercent'],
    ({ variantKey, rolloutPercent }) => `${variantKey} ${formatPercent(rolloutPercent)}`,
  ),
  shape<RolloutState>(['step'], rolloutText),
  shape<VariantState>(['key', 'attachment'], variantText),
  shape<ConstraintState>(['property', 'operator'], constraintText),
  shape<Pick<SegmentState, 'matchType' | 'constraints'>>(['matchType', 'constraints'], (condition) =>
    segmentText({ key: '', name: '', description: '', ...condition }),
  ),
  shape<RolloutState['step']>(['type', 'value'], (step) => stepText({ step })),
  shape<SegmentSelection>(['segmentKeys', 'segmentOperator'], segmentsText),
] as const;
