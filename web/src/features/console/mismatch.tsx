import { type ReactElement } from 'react';
import { type Question } from '@/api/evaluation';
import { CopyButton } from '@/components/copy-button';
import { Banner } from '@/components/ui/banner';
import { consoleCopy } from '@/copy/console';
import { type FlagExplanation } from '@/index';

const { mismatch: copy } = consoleCopy;

/** Said when the server decided otherwise than the explanation. */
export function Mismatch({
  question,
  answer,
  explanation,
}: {
  readonly question: Question;
  readonly answer: unknown;
  readonly explanation: FlagExplanation;
}): ReactElement {
  return (
    <div role="alert">
      <Banner
        tone="danger"
        actions={
          <CopyButton
            label={copy.report}
            withText
            text={JSON.stringify({ question, answer, explanation }, undefined, 2)}
          />
        }
      >
        <p className="font-medium">{copy.title}</p>
        <p>{copy.text}</p>
      </Banner>
    </div>
  );
}
