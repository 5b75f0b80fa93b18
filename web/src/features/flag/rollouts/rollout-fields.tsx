import { type ReactElement } from 'react';
import { type Segment } from '@/api/types';
import { type Blockable } from '@/components/ui/blocked';
import { NumberField } from '@/components/ui/number-field';
import { Select } from '@/components/ui/select';
import { Slider } from '@/components/ui/slider';
import { rolloutsCopy as copy } from '@/copy/rollouts';
import { effectivePercentage } from '@/lib/audience';
import { formatPercent } from '@/lib/numbers';
import { SegmentChoiceField } from '../targeting/segment-choice-field';
import { type RolloutProblems, type RolloutValues, valueText } from './rollout-values';

interface RolloutFieldsProps extends Blockable {
  /** The name of the draft of its form. */
  readonly draft: string;
  readonly segments: ReadonlyMap<string, Segment>;
  readonly values: RolloutValues;
  readonly onChange: <Name extends keyof RolloutValues>(name: Name, value: RolloutValues[Name]) => void;
  readonly problems: RolloutProblems;
}

/** Who a rollout is for and what they get. */
export function RolloutFields({
  draft,
  segments,
  values,
  onChange,
  problems,
  blocked,
}: RolloutFieldsProps): ReactElement {
  return (
    <>
      {values.kind === 'THRESHOLD_ROLLOUT_TYPE' ? (
        <PercentageField
          percentage={values.percentage}
          error={problems.percentage}
          blocked={blocked}
          onChange={(percentage) => {
            onChange('percentage', percentage);
          }}
        />
      ) : (
        <SegmentChoiceField
          draft={draft}
          choice={values.choice}
          segments={segments}
          error={problems.segments}
          blocked={blocked}
          onChange={(choice) => {
            onChange('choice', choice);
          }}
        />
      )}
      <Select
        label={copy.value}
        value={values.value ? 'true' : 'false'}
        blocked={blocked}
        options={[
          { value: 'true', label: valueText(true) },
          { value: 'false', label: valueText(false) },
        ]}
        onChange={(value) => {
          onChange('value', value === 'true');
        }}
      />
    </>
  );
}

interface PercentageFieldProps extends Blockable {
  readonly percentage: number | null;
  readonly onChange: (percentage: number | null) => void;
  readonly error?: string | undefined;
}

/** By feel and exactly; the server compares whole numbers, and the field says so where that matters. */
function PercentageField({ percentage, onChange, error, blocked }: PercentageFieldProps): ReactElement {
  const effective = effectivePercentage(percentage ?? 0);
  const isRounded = percentage !== null && error === undefined && effective !== percentage;
  return (
    <div className="flex items-start gap-4">
      <NumberField
        label={copy.percentage}
        className="w-32"
        value={percentage}
        min={0}
        max={100}
        decimals={4}
        unit="%"
        error={error}
        {...(isRounded && { description: copy.actsAs(formatPercent(effective)) })}
        blocked={blocked}
        onChange={onChange}
      />
      <div className="min-w-0 flex-1 pt-6">
        <Slider
          label={copy.slider}
          value={Math.min(100, Math.max(0, percentage ?? 0))}
          valueText={formatPercent}
          blocked={blocked}
          onChange={onChange}
        />
      </div>
    </div>
  );
}
