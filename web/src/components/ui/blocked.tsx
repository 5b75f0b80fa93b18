import { type ReactElement, useId } from 'react';
import { Tooltip } from '@/components/ui/tooltip';

/** What every control takes that writes. */
export interface Blockable {
  /** Why the control does nothing now, in words; it stays visible and focusable. Undefined when it works. */
  readonly blocked?: string | undefined;
}

interface BlockedReasonProps extends Blockable {
  /** Renders the control; what is handed to it goes into its `aria-describedby`. */
  readonly children: (reasonId: string | undefined) => ReactElement;
  /** Shown when nothing blocks, as the name of a control that is only an icon. */
  readonly otherwise?: string | undefined;
}

/** Says why a control does nothing: on hover, on focus, and to screen readers. */
export function BlockedReason({ blocked, otherwise, children }: BlockedReasonProps): ReactElement {
  const id = useId();
  const isBlocked = blocked !== undefined;
  return (
    <>
      <Tooltip text={blocked ?? otherwise}>{children(isBlocked ? id : undefined)}</Tooltip>
      {isBlocked && (
        <span id={id} hidden>
          {blocked}
        </span>
      )}
    </>
  );
}

/** The ids of what describes a control, as the attribute wants them. */
export function describedBy(...ids: readonly (string | undefined)[]): string | undefined {
  const present = ids.filter((id) => id !== undefined && id !== '');
  return present.length === 0 ? undefined : present.join(' ');
}
