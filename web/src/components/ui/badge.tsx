import { type ReactElement } from 'react';
import { classes } from '@/components/ui/classes';
import { type Tone, softTones } from '@/components/ui/tone';
import { formatCount } from '@/lib/numbers';

interface BadgeProps {
  readonly count: number;
  readonly tone?: Tone;
  /** What is counted, for screen readers, as in `rules`. */
  readonly of?: string;
}

/** A small number beside a name. */
export function Badge({ count, tone = 'neutral', of }: BadgeProps): ReactElement {
  return (
    <span
      className={classes(
        'inline-flex h-5 min-w-5 items-center justify-center rounded-full px-1.5 text-caption font-medium tabular-nums',
        softTones[tone],
      )}
    >
      {formatCount(count)}
      {of !== undefined && <span className="sr-only"> {of}</span>}
    </span>
  );
}
