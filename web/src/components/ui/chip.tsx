import { X } from 'lucide-react';
import { type ReactElement, type ReactNode } from 'react';
import { classes } from '@/components/ui/classes';
import { type Tone, softTones } from '@/components/ui/tone';
import { kitCopy } from '@/copy/kit';

interface ChipProps {
  readonly tone?: Tone;
  /** States have one: colour is never all that tells them. */
  readonly icon?: ReactNode;
  /** Keys, ids and values. */
  readonly mono?: boolean;
  /** Shows a button that removes it, named `Remove {label}`. */
  readonly onRemove?: () => void;
  /** The name of what is removed. */
  readonly label?: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A state or a value in a few letters. */
export function Chip({
  tone = 'neutral',
  icon,
  mono = false,
  onRemove,
  label,
  className,
  children,
}: ChipProps): ReactElement {
  return (
    <span
      className={classes(
        'inline-flex min-h-6 max-w-full items-center gap-1 rounded-control px-2 text-caption font-medium',
        softTones[tone],
        onRemove !== undefined && 'pe-0',
        className,
      )}
    >
      {icon}
      <span className={classes('min-w-0 break-words', mono && 'font-mono')}>{children}</span>
      {onRemove !== undefined && (
        <button
          type="button"
          aria-label={kitCopy.remove(label ?? (typeof children === 'string' ? children : ''))}
          onClick={onRemove}
          className="flex size-6 shrink-0 items-center justify-center rounded-control hover:text-text"
        >
          <X aria-hidden size={14} />
        </button>
      )}
    </span>
  );
}
