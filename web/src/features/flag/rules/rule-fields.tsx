import { type ReactElement } from 'react';
import { type Flag, type Segment } from '@/api/types';
import { AudienceDot } from '@/components/audience-dot';
import { type Blockable } from '@/components/ui/blocked';
import { RadioGroup } from '@/components/ui/radio-group';
import { Select } from '@/components/ui/select';
import { rulesCopy as copy } from '@/copy/rules';
import { fallbackAnswer } from '@/lib/audience';
import { type Distribution } from '@/lib/model';
import { SegmentChoiceField } from '../targeting/segment-choice-field';
import { type RuleProblems, type RuleValues, type Serving, withMode } from './rule-values';
import { ShareEditor } from './share-editor';

interface RuleFieldsProps extends Blockable {
  readonly flag: Flag;
  /** The name of the draft of its form. */
  readonly draft: string;
  /** The rule in words, as in `rule 2`. */
  readonly of: string;
  readonly segments: ReadonlyMap<string, Segment>;
  readonly values: RuleValues;
  readonly onChange: <Name extends keyof RuleValues>(name: Name, value: RuleValues[Name]) => void;
  /** The shares that the rule has now. */
  readonly stored: readonly Distribution[];
  readonly problems: RuleProblems;
}

/** Who a rule is for and what it serves: the same for a new and a stored one. */
export function RuleFields({
  flag,
  draft,
  of,
  segments,
  values,
  onChange,
  stored,
  problems,
  blocked,
}: RuleFieldsProps): ReactElement {
  const { choice, serving } = values;
  const serve = (change: Partial<Serving>): void => {
    onChange('serving', { ...serving, ...change });
  };
  const needsVariants = flag.variants.length === 0 ? copy.modes.needsVariants : undefined;
  return (
    <>
      <SegmentChoiceField
        draft={draft}
        choice={choice}
        segments={segments}
        error={problems.segments}
        blocked={blocked}
        onChange={(next) => {
          onChange('choice', next);
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
          onChange('serving', withMode(serving, mode, flag, stored));
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
          of={of}
          rows={serving.rows}
          variants={flag.variants}
          stored={stored}
          rest={fallbackAnswer({ flag, rules: [], rollouts: [] })}
          blocked={blocked}
          onChange={(rows) => {
            serve({ rows });
          }}
        />
      )}
    </>
  );
}
