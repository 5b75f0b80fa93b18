import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import { type ReactElement, type ReactNode } from 'react';
import { BlockedReason, type Blockable, describedBy } from '@/components/ui/blocked';
import { classes } from '@/components/ui/classes';
import { type FieldProps, FormField, splitFieldProps } from '@/components/ui/form-field';
import { inputClasses } from '@/components/ui/input-classes';
import { choiceClasses, layerClasses } from '@/components/ui/layer-classes';

export interface SelectOption<T extends string> {
  readonly value: T;
  readonly label: string;
  /** A line below the label, in the list only. */
  readonly description?: string;
  /** A dot or icon before the label. */
  readonly icon?: ReactNode;
  readonly disabled?: boolean;
}

export interface SelectProps<T extends string> extends FieldProps, Blockable {
  /** Undefined while nothing is chosen. */
  readonly value: T | undefined;
  readonly onChange: (value: T) => void;
  readonly options: readonly SelectOption<T>[];
  readonly placeholder?: string;
  readonly compact?: boolean;
  readonly mono?: boolean;
  /** For tests. */
  readonly 'data-testid'?: string;
}

function OptionText<T extends string>({ option }: { readonly option: SelectOption<T> }): ReactElement {
  return (
    <span className="flex min-w-0 flex-1 items-center gap-2">
      {option.icon}
      <span className="min-w-0 truncate">{option.label}</span>
    </span>
  );
}

/** One of a few choices; for many, or for what people search, use a combobox. */
export function Select<T extends string>(props: SelectProps<T>): ReactElement {
  const { field, control } = splitFieldProps(props);
  const {
    value,
    onChange,
    options,
    placeholder = 'Choose…',
    compact = false,
    mono = false,
    blocked,
  } = control;
  const chosen = options.find((option) => option.value === value);
  return (
    <FormField {...field}>
      <Base.Root
        items={options}
        value={value ?? null}
        readOnly={blocked !== undefined}
        onValueChange={(next: T | null) => {
          if (next !== null) onChange(next);
        }}
      >
        <BlockedReason blocked={blocked}>
          {(reasonId) => (
            <Base.Trigger
              data-testid={control['data-testid']}
              {...(reasonId === undefined
                ? {}
                : { 'aria-describedby': describedBy(reasonId), 'aria-disabled': true })}
              className={classes(
                inputClasses({ compact, mono }),
                'flex items-center justify-between gap-2 text-start select-none',
              )}
            >
              <Base.Value>
                {() =>
                  chosen === undefined ? (
                    <span className="text-faint">{placeholder}</span>
                  ) : (
                    <OptionText option={chosen} />
                  )
                }
              </Base.Value>
              <Base.Icon className="text-muted">
                <ChevronDown aria-hidden size={16} />
              </Base.Icon>
            </Base.Trigger>
          )}
        </BlockedReason>
        <Base.Portal>
          <Base.Positioner alignItemWithTrigger={false} sideOffset={4} className="z-40 outline-none">
            <Base.Popup className={classes(layerClasses, 'min-w-(--anchor-width)')}>
              <Base.List className="max-h-80 overflow-y-auto p-1">
                {options.map((option) => (
                  <Base.Item
                    key={option.value}
                    value={option.value}
                    label={option.label}
                    disabled={option.disabled === true}
                    className={choiceClasses}
                  >
                    <span className="flex w-4 shrink-0 justify-center">
                      <Base.ItemIndicator>
                        <Check aria-hidden size={16} className="text-accent" />
                      </Base.ItemIndicator>
                    </span>
                    <span className={classes('min-w-0 flex-1', mono && 'font-mono text-code')}>
                      <Base.ItemText>
                        <OptionText option={option} />
                      </Base.ItemText>
                      {option.description !== undefined && (
                        <span className="block text-caption text-muted">{option.description}</span>
                      )}
                    </span>
                  </Base.Item>
                ))}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </FormField>
  );
}
