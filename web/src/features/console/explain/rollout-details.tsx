import { type RolloutExplanation } from '@pennon/evaluator';
import { type ReactElement } from 'react';
import { consoleCopy } from '@/copy/console';
import { formatPercent } from '@/lib/numbers';
import { valueText } from '../answers';
import { SelectionDetails } from './segment-details';

const { explain: copy } = consoleCopy;

/** What a rollout that was tried looked at. */
export function RolloutDetails({ rollout }: { readonly rollout: RolloutExplanation }): ReactElement {
  if (rollout.type === 'segment') {
    return (
      <>
        <p>{copy.segmentRollout(valueText(rollout.value))}</p>
        <SelectionDetails selection={rollout} />
      </>
    );
  }
  const { percent, value, hash, outcome } = rollout;
  return (
    <>
      <p>{copy.threshold(formatPercent(percent), valueText(value))}</p>
      {hash !== undefined && (
        <p className="break-words">
          {copy.hash(hash.input, hash.bucket, hash.bucketCount)}.{' '}
          {outcome === 'matched' ? copy.below(hash.bucket, percent) : copy.notBelow(hash.bucket, percent)}
        </p>
      )}
    </>
  );
}
