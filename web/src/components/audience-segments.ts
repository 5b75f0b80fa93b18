import { type AudienceSegment } from '@/components/audience-bar';
import { type AudienceTone } from '@/components/audience-colours';
import { type Answer, answerText, type Part } from '@/lib/audience';

/** The colour of what an entity gets; variants have theirs by their place in the flag. */
export function toneOf(answer: Answer, variants: readonly { readonly id: string }[]): AudienceTone {
  if (answer.kind === 'boolean') return { kind: answer.value ? 'true' : 'false' };
  if (answer.kind === 'nothing') return { kind: 'nothing' };
  const index = variants.findIndex(({ id }) => id === answer.variant.id);
  return index < 0 ? { kind: 'nothing' } : { kind: 'variant', index };
}

/** Runs of buckets as an audience bar draws them. */
export function audienceSegments(
  parts: readonly Part[],
  variants: readonly { readonly id: string }[],
): readonly AudienceSegment[] {
  return parts.map(({ answer, share }) => ({
    label: answer.kind === 'variant' ? answer.variant.key : answerText(answer),
    share,
    tone: toneOf(answer, variants),
  }));
}
