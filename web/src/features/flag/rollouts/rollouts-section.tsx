import { type ReactElement } from 'react';
import { type Flag, type Rollout } from '@/api/types';
import { AudienceBar } from '@/components/audience-bar';
import { audienceSegments } from '@/components/audience-segments';
import { barTextOf, outcomeOf } from '@/lib/audience';
import { withEdits } from '@/lib/flag-edits';
import { type StepsScene } from '../targeting/step-kind';
import { StepsSection } from '../targeting/steps-section';
import { useUnsavedEdits } from '../unsaved-edits';
import { DefaultValueCard } from './default-value-card';
import { rolloutKind } from './rollout-kind';

/** The rollouts of a boolean flag, by rank, and what holds when none of them matches. */
export function RolloutsSection({ flag }: { readonly flag: Flag }): ReactElement {
  return (
    <StepsSection kind={rolloutKind} flag={flag} overview={(scene) => <StackBar scene={scene} />}>
      <DefaultValueCard flag={flag} />
    </StepsSection>
  );
}

/** Who gets what of the whole flag, as it will be when what was edited is saved. */
function StackBar({
  scene: { flag, steps: rollouts, segments },
}: {
  readonly scene: StepsScene<Rollout>;
}): ReactElement {
  const contents = withEdits({ flag, rules: [], rollouts }, useUnsavedEdits());
  const parts = outcomeOf(contents, segments).blocks.flatMap((block) =>
    block.parts.map(({ answer, share }) => ({ answer, share: (share * block.width) / 100 })),
  );
  return (
    <AudienceBar
      size="large"
      segments={audienceSegments(parts, flag.variants)}
      sentence={barTextOf(contents, segments)}
    />
  );
}
