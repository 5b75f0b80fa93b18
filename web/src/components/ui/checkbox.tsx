import { Checkbox as Base } from '@base-ui/react/checkbox';
import { Field } from '@base-ui/react/field';
import { Check, Minus } from 'lucide-react';
import { type ReactElement, type ReactNode, type Ref } from 'react';
import { BlockedReason, type Blockable, describedBy } from '@/components/ui/blocked';

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
  readonly ref?: Ref<HTMLElement>;
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
  ref,
}: CheckboxProps): ReactElement {
  return (
    <Field.Root className="flex items-start gap-2">
      <BlockedReason blocked={blocked}>
        {(reasonId) => (
          <Base.Root
            ref={ref}
            checked={checked}
            indeterminate={mixed}
            readOnly={blocked !== undefined}
            {...(reasonId === undefined
              ? {}
              : { 'aria-describedby': describedBy(reasonId), 'aria-disabled': true })}
            onCheckedChange={(next, { event }) => {
              onChange(next, event instanceof MouseEvent && event.shiftKey);
            }}
            className="relative mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-sm border border-control bg-surface text-on-accent before:absolute before:-inset-1 aria-disabled:cursor-not-allowed aria-disabled:opacity-60 data-checked:border-accent data-checked:bg-accent data-indeterminate:border-accent data-indeterminate:bg-accent"
          >
            <Base.Indicator className="flex">
              {mixed ? (
                <Minus aria-hidden size={12} strokeWidth={3} />
              ) : (
                <Check aria-hidden size={12} strokeWidth={3} />
              )}
            </Base.Indicator>
          </Base.Root>
        )}
      </BlockedReason>
      <div className={hideLabel ? 'sr-only' : 'min-w-0'}>
        <Field.Label className="select-none">{label}</Field.Label>
        {description !== undefined && (
          <Field.Description className="text-secondary text-muted">{description}</Field.Description>
        )}
      </div>
    </Field.Root>
  );
}
