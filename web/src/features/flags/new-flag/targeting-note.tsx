import { type SegmentState } from '@pennon/state';
import { type ReactElement } from 'react';
import { Button } from '@/components/ui/button';
import { newFlagCopy } from '@/copy/new-flag';
import { formatCounted } from '@/lib/numbers';
import { type FlagForm, noTargeting, targetingOfForm } from './flag-form';

interface TargetingNoteProps {
  readonly form: FlagForm;
  readonly onChange: (changed: Partial<FlagForm>) => void;
  readonly newSegment: SegmentState | undefined;
}

/** Which rules or rollouts the flag begins with, from a template or from the flag it duplicates. */
export function TargetingNote({ form, onChange, newSegment }: TargetingNoteProps): ReactElement | null {
  const copy = newFlagCopy.targeting;
  const { rules, rollouts } = targetingOfForm(form);
  if (rules.length + rollouts.length === 0) return null;
  const counts = [
    ...(rules.length > 0 ? [formatCounted(rules.length, 'rule')] : []),
    ...(rollouts.length > 0 ? [formatCounted(rollouts.length, 'rollout')] : []),
  ];
  return (
    <section aria-label={copy.title} className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1">
        <p className="font-medium">{copy.rules(counts.join(', '))}</p>
        {newSegment !== undefined && (
          <p className="text-secondary text-muted">{copy.makesSegment(newSegment.key)}</p>
        )}
      </div>
      <Button
        size="compact"
        onClick={() => {
          onChange({ targeting: noTargeting });
        }}
      >
        {copy.without}
      </Button>
    </section>
  );
}
