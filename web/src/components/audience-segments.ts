import { type Answer, type AnswerPart } from '@pennon/state';
import { type AudienceSegment } from '@/components/audience-bar';
import { type AudienceTone } from '@/components/audience-colours';
import { answerText } from '@/lib/audience';

/** The colour of what an entity gets; variants have theirs by their place in the flag. */
export function toneOf(answer: Answer, variants: readonly { readonly key: string }[]): AudienceTone {
  if (answer.kind === 'boolean') return { kind: answer.value ? 'true' : 'false' };
  if (answer.kind === 'nothing') return { kind: 'nothing' };
  const index = variants.findIndex(({ key }) => key === answer.variantKey);
  return index < 0 ? { kind: 'nothing' } : { kind: 'variant', index };
}

/** Runs of buckets as an audience bar draws them. */
export function audienceSegments(
  parts: readonly AnswerPart[],
  variants: readonly { readonly key: string }[],
): readonly AudienceSegment[] {
  return parts.map(({ answer, share }) => ({
    label: answer.kind === 'variant' ? answer.variantKey : answerText(answer),
    share,
    tone: toneOf(answer, variants),
  }));
}
