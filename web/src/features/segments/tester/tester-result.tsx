import { type ConstraintExplanation, type SegmentExplanation } from '@pennon/evaluator';
import { Check, X } from 'lucide-react';
import { type ReactElement } from 'react';
import { Chip } from '@/components/ui/chip';
import { testerCopy as copy } from '@/copy/segments';
import { type Segment } from '@/lib/model';
import { ConstraintSentence } from '../constraints/constraint-sentence';

interface TesterResultProps {
  readonly segment: Segment;
  readonly explanation: SegmentExplanation;
}

/** Whether the entity is in the segment, and how it stands to each constraint. */
export function TesterResult({ segment, explanation }: TesterResultProps): ReactElement {
  const { isMatch, constraints } = explanation;
  return (
    <section aria-label={copy.result} className="flex flex-col gap-2">
      <p role="status">
        <Chip
          tone={isMatch ? 'on' : 'off'}
          icon={isMatch ? <Check aria-hidden size={14} /> : <X aria-hidden size={14} />}
        >
          {isMatch ? copy.inside : copy.outside}
        </Chip>
      </p>
      {constraints.length === 0 ? (
        <p className="text-muted">{copy.everyone}</p>
      ) : (
        <ol className="flex flex-col gap-1.5">
          {segment.constraints.map((constraint, index) => {
            const verdict = constraints[index];
            return (
              verdict !== undefined && (
                <li key={constraint.id} className="flex items-start gap-2">
                  {verdict.verdict === 'matched' ? (
                    <Check aria-hidden size={16} className="mt-0.5 shrink-0 text-on" />
                  ) : (
                    <X aria-hidden size={16} className="mt-0.5 shrink-0 text-muted" />
                  )}
                  <div className="min-w-0">
                    <ConstraintSentence constraint={constraint} />
                    <span className="block text-secondary break-words text-muted">
                      {verdictText(verdict)}
                    </span>
                  </div>
                </li>
              )
            );
          })}
        </ol>
      )}
    </section>
  );
}

/** The verdict with the value it is on, as in `not a number (old)`. */
function verdictText({ verdict, actual }: ConstraintExplanation): string {
  const word = copy.verdicts[verdict];
  return actual === undefined || actual === '' ? word : copy.verdictOn(word, actual);
}
