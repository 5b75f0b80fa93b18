import { Combobox as Base } from '@base-ui/react/combobox';
import { X } from 'lucide-react';
import { type ReactElement } from 'react';
import { BlockedReason, type Blockable, describedBy } from '@/components/ui/blocked';
import { classes } from '@/components/ui/classes';
import {
  ComboboxLayer,
  type ComboboxOption,
  isForLayer,
  matches,
  shownMatches,
} from '@/components/ui/combobox-parts';
import { type FieldProps, FormField, splitFieldProps } from '@/components/ui/form-field';
import { frameClasses } from '@/components/ui/input-classes';
import { kitCopy } from '@/copy/kit';

export interface MultiComboboxProps extends FieldProps, Blockable {
  readonly values: readonly string[];
  readonly onChange: (values: string[]) => void;
  readonly options: readonly ComboboxOption[];
  readonly placeholder?: string;
  readonly emptyText?: string;
}

/** Some of many, found by typing; what is chosen stands before the text and leaves by its button or Backspace. */
export function MultiCombobox(props: MultiComboboxProps): ReactElement {
  const { field, control } = splitFieldProps(props);
  const { values, onChange, options, blocked } = control;
  // What is chosen and no longer offered stays visible by its key: it may have been deleted elsewhere.
  const chosen = values.map(
    (value) => options.find((option) => option.value === value) ?? { value, label: value },
  );
  return (
    <FormField {...field}>
      <Base.Root
        multiple
        items={options}
        value={chosen}
        filter={matches}
        limit={shownMatches}
        autoHighlight
        readOnly={blocked !== undefined}
        isItemEqualToValue={(option, other) => option.value === other.value}
        onValueChange={(next, details) => {
          if (!isForLayer(details)) onChange(next.map((option) => option.value));
        }}
      >
        <Base.InputGroup>
          <Base.Chips
            className={classes(
              frameClasses,
              'flex min-h-control flex-wrap items-center gap-1 p-1 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus',
              'has-aria-disabled:border-border has-aria-disabled:bg-sunken',
            )}
          >
            {chosen.map((option) => (
              <Base.Chip
                key={option.value}
                aria-label={option.label}
                // Not an attribute of what has no role.
                aria-readonly={undefined}
                className="flex min-h-6 max-w-full items-center gap-1 rounded-control bg-accent-soft ps-2 pe-0.5 text-secondary font-medium outline-none data-highlighted:ring-2 data-highlighted:ring-focus"
              >
                <span className="min-w-0 truncate">{option.label}</span>
                {blocked === undefined ? (
                  <Base.ChipRemove
                    aria-label={kitCopy.remove(option.label)}
                    className="flex size-6 items-center justify-center rounded-control text-muted hover:text-text"
                  >
                    <X aria-hidden size={14} />
                  </Base.ChipRemove>
                ) : (
                  <span className="w-1.5" />
                )}
              </Base.Chip>
            ))}
            <BlockedReason blocked={blocked}>
              {(reasonId) => (
                <Base.Input
                  placeholder={values.length === 0 ? (control.placeholder ?? 'Search…') : ''}
                  spellCheck={false}
                  autoComplete="off"
                  {...(reasonId === undefined
                    ? {}
                    : { 'aria-describedby': describedBy(reasonId), 'aria-disabled': true })}
                  className="h-6 min-w-24 flex-1 bg-transparent px-1.5 outline-none"
                />
              )}
            </BlockedReason>
          </Base.Chips>
        </Base.InputGroup>
        <ComboboxLayer emptyText={control.emptyText ?? kitCopy.nothingMatches} />
      </Base.Root>
    </FormField>
  );
}
