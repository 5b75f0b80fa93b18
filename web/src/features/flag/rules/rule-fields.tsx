import { fallbackAnswer } from '@pennon/state';
import { type ReactElement } from 'react';
import { AudienceDot } from '@/components/audience-dot';
import { RadioGroup } from '@/components/ui/radio-group';
import { Select } from '@/components/ui/select';
import { rulesCopy as copy } from '@/copy/rules';
import { type Rule } from '@/lib/model';
import { PositionField } from '../targeting/position-field';
import { SegmentChoiceField } from '../targeting/segment-choice-field';
import { type StepFieldsProps } from '../targeting/step-kind';
import { type RuleValues, type Serving, withMode } from './rule-values';
import { ShareEditor } from './share-editor';
import { rowsOf } from './share-rows';

/** Who a rule is for and what it serves: the same for a new and a stored one. */
export function RuleFields({
  scene: { flag, steps, segments },
  step,
  form,
  problems,
  blocked,
}: StepFieldsProps<Rule, RuleValues>): ReactElement {
  const { values, change } = form.editing;
  const { index, choice, serving } = values;
  const stored = step?.distributions ?? [];
  const serve = (served: Partial<Serving>): void => {
    change('serving', { ...serving, ...served });
  };
  const needsVariants = flag.variants.length === 0 ? copy.modes.needsVariants : undefined;
  return (
    <>
      <SegmentChoiceField
        draft={form.draft}
        choice={choice}
        segments={segments}
        error={problems.segments}
        blocked={blocked}
        onChange={(next) => {
          change('choice', next);
        }}
      />
      <RadioGroup
        label={copy.modes.label}
        value={serving.mode}
        blocked={blocked}
        options={[
          { value: 'default', label: copy.modes.default, description: copy.modes.defaultText },
          { value: 'single', label: copy.modes.single, blocked: needsVariants },
          { value: 'multi', label: copy.modes.multi, blocked: needsVariants },
        ]}
        onChange={(mode) => {
          change('serving', withMode(serving, mode, flag, stored));
        }}
      />
      {serving.mode === 'single' && (
        <Select
          label={copy.variant}
          mono
          value={serving.variantId}
          error={problems.variant}
          blocked={blocked}
          options={flag.variants.map(({ id, key }, index) => ({
            value: id,
            label: key,
            icon: <AudienceDot tone={{ kind: 'variant', index }} />,
          }))}
          onChange={(variantId) => {
            serve({ variantId });
          }}
        />
      )}
      {serving.mode === 'multi' && (
        <ShareEditor
          of={step === undefined ? copy.shares.newRule : copy.rule(steps.indexOf(step) + 1)}
          rows={serving.rows}
          variants={flag.variants}
          stored={rowsOf(stored, flag)}
          rest={fallbackAnswer(flag)}
          blocked={blocked}
          onChange={(rows) => {
            serve({ rows });
          }}
        />
      )}
      {step === undefined && (
        <PositionField
          count={steps.length}
          index={index}
          before={copy.before}
          onChange={(at) => {
            change('index', at);
          }}
        />
      )}
    </>
  );
}
