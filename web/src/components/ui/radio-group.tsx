import { Fieldset } from '@base-ui/react/fieldset';
import { Radio } from '@base-ui/react/radio';
import { RadioGroup as Base } from '@base-ui/react/radio-group';
import { type ReactElement, type ReactNode } from 'react';
import { BlockedReason, type Blockable, describedBy } from '@/components/ui/blocked';
import { classes } from '@/components/ui/classes';

export interface RadioOption<T extends string> {
  readonly value: T;
  readonly label: string;
  /** What choosing it means, in a sentence. */
  readonly description?: ReactNode;
  readonly blocked?: string | undefined;
}

interface RadioGroupProps<T extends string> extends Blockable {
  readonly label: string;
  readonly value: T | undefined;
  readonly onChange: (value: T) => void;
  readonly options: readonly RadioOption<T>[];
  /** Side by side rather than one below the other. */
  readonly inline?: boolean;
}

/** One of a few, all of them visible with what they mean. */
export function RadioGroup<T extends string>({
  label,
  value,
  onChange,
  options,
  inline = false,
  blocked,
}: RadioGroupProps<T>): ReactElement {
  return (
    <Fieldset.Root
      render={
        <Base
          value={value ?? null}
          readOnly={blocked !== undefined}
          onValueChange={(next) => {
            const chosen = options.find((option) => option.value === next);
            if (chosen !== undefined && chosen.blocked === undefined) onChange(chosen.value);
          }}
        />
      }
      className="flex flex-col gap-2"
    >
      <Fieldset.Legend className="font-medium">{label}</Fieldset.Legend>
      <div className={classes('flex gap-x-6 gap-y-2', inline ? 'flex-wrap' : 'flex-col')}>
        {options.map((option) => (
          <label key={option.value} className="flex items-start gap-2">
            <BlockedReason blocked={blocked ?? option.blocked}>
              {(reasonId) => (
                <Radio.Root
                  value={option.value}
                  onKeyDown={(event) => {
                    // Enter is kept from the form by the radio; with Ctrl or ⌘ it saves.
                    if (event.ctrlKey || event.metaKey) event.preventBaseUIHandler();
                  }}
                  {...(reasonId === undefined
                    ? {}
                    : { 'aria-describedby': describedBy(reasonId), 'aria-disabled': true })}
                  className="relative mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-full border border-control bg-surface before:absolute before:-inset-1 aria-disabled:cursor-not-allowed aria-disabled:opacity-60 data-checked:border-accent data-checked:bg-accent"
                >
                  <Radio.Indicator className="size-1.5 rounded-full bg-on-accent" />
                </Radio.Root>
              )}
            </BlockedReason>
            <span className="min-w-0 select-none">
              <span>{option.label}</span>
              {option.description !== undefined && (
                <span className="block text-secondary text-muted">{option.description}</span>
              )}
            </span>
          </label>
        ))}
      </div>
    </Fieldset.Root>
  );
}
