import { type ReactElement, type ReactNode } from 'react';
import { classes } from '@/components/ui/classes';

interface ControlWordsProps {
  /** Of the control, which they lie beside. */
  readonly id: string;
  readonly label: string;
  /** The control says it by itself, for screen readers only. */
  readonly hideLabel: boolean;
  readonly labelClassName?: string;
  readonly description: ReactNode;
  /** Undefined where there is no description. */
  readonly descriptionId: string | undefined;
}

/** What stands beside a control that is on or off: its label, which is pressed as it is, and its description. */
export function ControlWords({
  id,
  label,
  hideLabel,
  labelClassName,
  description,
  descriptionId,
}: ControlWordsProps): ReactElement | null {
  if (hideLabel && description === undefined) return null;
  return (
    <div className={hideLabel ? 'sr-only' : 'min-w-0'}>
      {!hideLabel && (
        <label htmlFor={id} className={classes('select-none', labelClassName)}>
          {label}
        </label>
      )}
      {description !== undefined && (
        <p id={descriptionId} className="text-secondary text-muted">
          {description}
        </p>
      )}
    </div>
  );
}
