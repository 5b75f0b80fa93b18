import { audienceOf, knownSegments } from '@pennon/state';
import { type ReactElement } from 'react';
import { AudienceBar } from '@/components/audience-bar';
import { audienceSegments } from '@/components/audience-segments';
import { barTextOf } from '@/lib/audience';
import { withEdits } from '@/lib/flag-edits';
import { type Flag, type Rollout } from '@/lib/model';
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
  const edited = withEdits({ ...flag, rules: [], rollouts }, useUnsavedEdits());
  const known = knownSegments(segments.values());
  // How many entities are in a segment is not known: all blocks are equally wide.
  const { blocks } = audienceOf(edited, known);
  const parts = blocks.flatMap((block) =>
    block.parts.map(({ answer, share }) => ({ answer, share: share / blocks.length })),
  );
  return (
    <AudienceBar
      size="large"
      isSketch={blocks.length > 1}
      segments={audienceSegments(parts, flag.variants)}
      sentence={barTextOf(edited, known)}
    />
  );
}
