import { Field } from '@base-ui/react/field';
import { Switch as Base } from '@base-ui/react/switch';
import { type ReactElement, type ReactNode, type Ref } from 'react';
import { BlockedReason, type Blockable, describedBy } from '@/components/ui/blocked';
import { classes } from '@/components/ui/classes';

interface SwitchProps extends Blockable {
  readonly label: string;
  /** Names it for screen readers only, where a column or a card says what it switches. */
  readonly hideLabel?: boolean;
  readonly description?: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** Waits for an answer. */
  readonly busy?: boolean;
  readonly className?: string;
  readonly ref?: Ref<HTMLElement>;
}

/** On or off, taking effect at once. */
export function Switch({
  label,
  hideLabel = false,
  description,
  checked,
  onChange,
  busy = false,
  blocked,
  className,
  ref,
}: SwitchProps): ReactElement {
  return (
    <Field.Root className={classes('flex items-start gap-2.5', className)}>
      <BlockedReason blocked={blocked}>
        {(reasonId) => (
          <Base.Root
            ref={ref}
            checked={checked}
            readOnly={blocked !== undefined || busy}
            aria-busy={busy || undefined}
            {...(reasonId === undefined
              ? {}
              : { 'aria-describedby': describedBy(reasonId), 'aria-disabled': true })}
            onCheckedChange={(next) => {
              onChange(next);
            }}
            className="relative flex h-5 w-9 shrink-0 items-center rounded-full border border-control bg-off-soft transition-opacity duration-120 before:absolute before:-inset-x-0 before:-inset-y-1 aria-busy:opacity-60 aria-disabled:cursor-not-allowed aria-disabled:opacity-60 data-checked:border-on data-checked:bg-on"
          >
            <Base.Thumb className="block size-3.5 translate-x-0.5 rounded-full bg-off transition-transform duration-150 data-checked:translate-x-4.5 data-checked:bg-surface rtl:-translate-x-0.5 rtl:data-checked:-translate-x-4.5" />
          </Base.Root>
        )}
      </BlockedReason>
      <div className={hideLabel ? 'sr-only' : 'min-w-0'}>
        <Field.Label className="font-medium select-none">{label}</Field.Label>
        {description !== undefined && (
          <Field.Description className="text-secondary text-muted">{description}</Field.Description>
        )}
      </div>
    </Field.Root>
  );
}
