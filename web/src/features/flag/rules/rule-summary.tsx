import { type ReactElement } from 'react';
import { AudienceBar } from '@/components/audience-bar';
import { audienceSegments } from '@/components/audience-segments';
import { rulesCopy as copy } from '@/copy/rules';
import { answerText } from '@/lib/audience';
import { formatPercent } from '@/lib/numbers';
import { type RuleDraft } from '@/lib/plan';
import { SegmentChips } from '../targeting/segment-chips';
import { rulePartsOf, type RulesScene } from './rule-scene';

interface RuleSummaryProps {
  readonly scene: RulesScene;
  readonly position: number;
  readonly draft: RuleDraft;
}

/** `If the entity is in any of [beta-users] [staff] → serve [bar]`. */
export function RuleSummary({ scene, position, draft }: RuleSummaryProps): ReactElement {
  const parts = rulePartsOf(scene.flag, draft);
  const list = parts.map(({ answer, share }) => `${formatPercent(share)} ${answerText(answer)}`).join(', ');
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-1.5 gap-y-1">
        {copy.if} <SegmentChips choice={draft} segments={scene.segments} /> {copy.serve}
      </p>
      <AudienceBar
        size="large"
        segments={audienceSegments(parts, scene.flag.variants)}
        sentence={copy.serves(position, list)}
      />
    </>
  );
}
