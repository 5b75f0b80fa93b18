import { type RuleState } from '@pennon/state';
import { type ReactElement } from 'react';
import { AudienceBar } from '@/components/audience-bar';
import { audienceSegments } from '@/components/audience-segments';
import { rulesCopy as copy } from '@/copy/rules';
import { type Rule } from '@/lib/model';
import { SegmentChips } from '../targeting/segment-chips';
import { type StepSummaryProps } from '../targeting/step-kind';
import { rulePartsOf, servedText } from './rule-answers';

/** `If the entity is in any of [beta-users] [staff] → serve [bar]`. */
export function RuleSummary({ scene, index, draft }: StepSummaryProps<Rule, RuleState>): ReactElement {
  const { flag, segments } = scene;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-1.5 gap-y-1">
        {copy.if} <SegmentChips choice={draft} segments={segments} /> {copy.serve}
      </p>
      <AudienceBar
        size="large"
        segments={audienceSegments(rulePartsOf(flag, draft), flag.variants)}
        sentence={copy.serves(index + 1, servedText(flag, draft))}
      />
    </>
  );
}
