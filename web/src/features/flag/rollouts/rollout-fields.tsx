import { thresholdWidth } from '@pennon/domain';
import { type ReactElement } from 'react';
import { type StoredForm } from '@/changes/editing';
import { type Blockable } from '@/components/ui/blocked';
import { NumberField } from '@/components/ui/number-field';
import { RadioGroup } from '@/components/ui/radio-group';
import { Select } from '@/components/ui/select';
import { Slider } from '@/components/ui/slider';
import { TextField } from '@/components/ui/text-field';
import { rolloutsCopy as copy } from '@/copy/rollouts';
import { type Rollout } from '@/lib/model';
import { formatPercent } from '@/lib/numbers';
import { SegmentChoiceField } from '../targeting/segment-choice-field';
import { PositionField } from '../targeting/position-field';
import { type StepFieldsProps } from '../targeting/step-kind';
import { type RolloutValues, valueText } from './rollout-values';

/** Who a rollout is for and what they get; in a drawer also its type, its description and its place. */
export function RolloutFields({
  scene: { steps, segments },
  step,
  form,
  problems,
  isWhole,
  blocked,
}: StepFieldsProps<Rollout, RolloutValues>): ReactElement {
  const { values, change } = form.editing;
  return (
    <>
      {isWhole && <TypeField rollout={step} form={form} />}
      {values.kind === 'threshold' ? (
        <PercentageField
          percentage={values.percentage}
          error={problems.percentage}
          blocked={blocked}
          onChange={(percentage) => {
            change('percentage', percentage);
          }}
        />
      ) : (
        <SegmentChoiceField
          draft={form.draft}
          choice={values.choice}
          segments={segments}
          error={problems.segments}
          blocked={blocked}
          onChange={(choice) => {
            change('choice', choice);
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
          change('value', value === 'true');
        }}
      />
      {isWhole && (
        <TextField
          label={copy.rolloutDescription}
          optional
          value={values.description}
          onChange={(event) => {
            change('description', event.currentTarget.value);
          }}
        />
      )}
      {step === undefined && (
        <PositionField
          count={steps.length}
          index={values.index}
          before={copy.before}
          onChange={(index) => {
            change('index', index);
          }}
        />
      )}
    </>
  );
}

interface TypeFieldProps {
  readonly rollout: Rollout | undefined;
  readonly form: StoredForm<RolloutValues>;
}

/** Threshold or segment; of a stored one it says what changing it means. */
function TypeField({ rollout, form }: TypeFieldProps): ReactElement {
  const { values, change } = form.editing;
  const isReplaced = rollout !== undefined && rollout.step.type !== values.kind;
  return (
    <>
      <RadioGroup
        label={copy.kinds.label}
        value={values.kind}
        options={[
          {
            value: 'threshold',
            label: copy.kinds.threshold,
            description: copy.kinds.thresholdText,
          },
          {
            value: 'segment',
            label: copy.kinds.segment,
            description: copy.kinds.segmentText,
          },
        ]}
        onChange={(kind) => {
          change('kind', kind);
        }}
      />
      {isReplaced && <p className="text-warn">{copy.kinds.replaced}</p>}
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
  const effective = thresholdWidth(percentage ?? 0);
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
