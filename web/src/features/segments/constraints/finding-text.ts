import { segmentConstraintsCopy } from '@/copy/segments';
import { type SegmentFinding } from '@/lib/health/segment-findings';

/** A finding of a segment in a sentence. */
export function findingText(finding: SegmentFinding): string {
  const copy = segmentConstraintsCopy.findings;
  switch (finding.kind) {
    case 'everyone':
      return copy.everyone;
    case 'duplicate':
      return copy.duplicate(finding.other);
    case 'not-a-number':
      return copy.notANumber(finding.value);
    case 'never':
      return copy.never;
    case 'contradiction':
      return copy.contradiction(finding.other);
  }
}
