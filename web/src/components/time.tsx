import { type ReactElement, use } from 'react';
import { ClockContext } from '@/components/clock';
import { Tooltip } from '@/components/ui/tooltip';
import { formatAbsolute, formatRelative, parseTimestamp } from '@/lib/time';

interface TimeProps {
  /** As the server writes it, in either of its spellings. */
  readonly timestamp: string;
  /** Absolute times stand in tables that people compare; otherwise they show on hover and focus. */
  readonly format?: 'relative' | 'absolute';
  readonly className?: string;
}

/** An instant. Text that is no timestamp is shown as it is. */
export function Time({ timestamp, format = 'relative', className }: TimeProps): ReactElement {
  const { zone, now } = use(ClockContext);
  const instant = parseTimestamp(timestamp);
  if (instant === undefined) return <span className={className}>{timestamp}</span>;
  const absolute = formatAbsolute(instant, zone);
  if (format === 'absolute') {
    return (
      <time dateTime={instant.toISOString()} className={className}>
        {absolute}
      </time>
    );
  }
  // A server's clock may be ahead by a moment; what was just written is not in the future.
  const shown = formatRelative(
    instant,
    now < instant && now.getTime() + 60_000 > instant.getTime() ? instant : now,
  );
  return (
    <Tooltip text={absolute}>
      <time dateTime={instant.toISOString()} tabIndex={0} className={`rounded-sm ${className ?? ''}`}>
        {shown}
        <span className="sr-only">, {absolute}</span>
      </time>
    </Tooltip>
  );
}
