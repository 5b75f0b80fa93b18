import { type RuleExplanation, type SplitExplanation } from '@pennon/evaluator';
import { type ReactElement } from 'react';
import { consoleCopy } from '@/copy/console';
import { SelectionDetails } from './segment-details';

const { explain: copy } = consoleCopy;

/** The segments of a rule that was tried, and where the entity falls among its shares. */
export function RuleDetails({ rule }: { readonly rule: RuleExplanation }): ReactElement {
  return (
    <>
      <SelectionDetails selection={rule} />
      {rule.outcome === 'matched' &&
        (rule.split === undefined ? <p>{copy.noShares}</p> : <SplitDetails split={rule.split} />)}
    </>
  );
}

function SplitDetails({ split: { hash, shares } }: { readonly split: SplitExplanation }): ReactElement {
  return (
    <div className="min-w-0">
      <p className="break-words">{copy.hash(hash.input, hash.bucket, hash.bucketCount)}</p>
      <ul aria-label={copy.shares} className="mt-1 flex flex-col gap-0.5 font-mono text-code">
        {shares.map(({ variantKey, from, to, isChosen }, index) => (
          <li key={index} className={isChosen ? 'font-semibold' : undefined}>
            {from === to ? copy.emptyShare(variantKey) : copy.share(variantKey, from, to)}
            {isChosen && ` (${copy.chosen})`}
          </li>
        ))}
      </ul>
      {!shares.some(({ isChosen }) => isChosen) && <p className="mt-1">{copy.outside}</p>}
    </div>
  );
}
