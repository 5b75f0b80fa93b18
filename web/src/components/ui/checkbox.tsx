import { Check, Minus } from 'lucide-react';
import { type ReactElement, type ReactNode, useId } from 'react';
import { BlockedReason, type Blockable, describedBy } from '@/components/ui/blocked';
import { ControlWords } from '@/components/ui/control-words';

interface CheckboxProps extends Blockable {
  readonly label: string;
  /** Names it for screen readers only, as in the rows of a table. */
  readonly hideLabel?: boolean;
  readonly description?: ReactNode;
  readonly checked: boolean;
  /** Neither: some of what it stands for is chosen. */
  readonly mixed?: boolean;
  /** `withShift` tells that Shift was held, which takes a range along where there are many. */
  readonly onChange: (checked: boolean, withShift: boolean) => void;
}

/** On or off, taking effect when a form is saved. */
export function Checkbox({
  label,
  hideLabel = false,
  description,
  checked,
  mixed = false,
  onChange,
  blocked,
}: CheckboxProps): ReactElement {
  const id = useId();
  const descriptionId = description === undefined ? undefined : `${id}-description`;
  const Mark = mixed ? Minus : Check;
  return (
    <div className="flex items-start gap-2">
      <span className="relative mt-0.5 flex size-4 shrink-0 items-center justify-center text-on-accent">
        <BlockedReason blocked={blocked}>
          {(reasonId) => (
            <input
              // Whether it is mixed is a property alone, which a click takes back.
              ref={(input) => {
                if (input !== null) input.indeterminate = mixed;
              }}
              id={id}
              type="checkbox"
              checked={checked}
              aria-label={hideLabel ? label : undefined}
              aria-describedby={describedBy(reasonId, descriptionId)}
              aria-disabled={blocked === undefined ? undefined : true}
              data-checked={checked || mixed ? '' : undefined}
              onChange={({ nativeEvent, currentTarget }) => {
                if (blocked !== undefined) return;
                onChange(currentTarget.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey);
              }}
              className="absolute inset-0 appearance-none rounded-sm border border-control bg-surface before:absolute before:-inset-1 aria-disabled:cursor-not-allowed aria-disabled:opacity-60 data-checked:border-accent data-checked:bg-accent"
            />
          )}
        </BlockedReason>
        {(checked || mixed) && (
          <Mark aria-hidden size={12} strokeWidth={3} className="pointer-events-none relative" />
        )}
      </span>
      <ControlWords
        id={id}
        label={label}
        hideLabel={hideLabel}
        description={description}
        descriptionId={descriptionId}
      />
    </div>
  );
}
