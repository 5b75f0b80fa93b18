import { type ReactElement, type ReactNode, type Ref, useId } from 'react';
import { BlockedReason, type Blockable, describedBy } from '@/components/ui/blocked';
import { classes } from '@/components/ui/classes';
import { ControlWords } from '@/components/ui/control-words';

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
  readonly ref?: Ref<HTMLButtonElement>;
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
  const id = useId();
  const descriptionId = description === undefined ? undefined : `${id}-description`;
  return (
    <div className={classes('flex items-start gap-2.5', className)}>
      <BlockedReason blocked={blocked}>
        {(reasonId) => (
          <button
            ref={ref}
            id={id}
            type="button"
            role="switch"
            aria-checked={checked}
            aria-label={hideLabel ? label : undefined}
            aria-busy={busy || undefined}
            aria-describedby={describedBy(reasonId, descriptionId)}
            aria-disabled={blocked === undefined ? undefined : true}
            data-checked={checked ? '' : undefined}
            onClick={() => {
              if (blocked === undefined && !busy) onChange(!checked);
            }}
            // As high as a finger needs it, around a track that is as high as a line of text.
            className="group/switch relative -my-0.5 flex h-6 w-9 shrink-0 items-center rounded-full transition-opacity duration-120 before:absolute before:inset-x-0 before:inset-y-0.5 before:rounded-full before:border before:border-control before:bg-off-soft aria-busy:opacity-60 aria-disabled:cursor-not-allowed aria-disabled:opacity-60 data-checked:before:border-on data-checked:before:bg-on"
          >
            <span className="relative block size-3.5 translate-x-0.75 rounded-full bg-off transition-transform duration-150 group-data-checked/switch:translate-x-4.75 group-data-checked/switch:bg-surface rtl:-translate-x-0.75 rtl:group-data-checked/switch:-translate-x-4.75" />
          </button>
        )}
      </BlockedReason>
      <ControlWords
        id={id}
        label={label}
        hideLabel={hideLabel}
        labelClassName="font-medium"
        description={description}
        descriptionId={descriptionId}
      />
    </div>
  );
}
