import { Combobox as Base } from '@base-ui/react/combobox';
import { ChevronDown, X } from 'lucide-react';
import { type ReactElement, useMemo } from 'react';
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
import { inputClasses } from '@/components/ui/input-classes';
import { kitCopy } from '@/copy/kit';

export interface ComboboxProps extends FieldProps, Blockable {
  /** Undefined while nothing is chosen. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
  readonly options: readonly ComboboxOption[];
  readonly placeholder?: string;
  readonly emptyText?: string;
  /** May be left empty again. */
  readonly clearable?: boolean;
  readonly compact?: boolean;
  readonly mono?: boolean;
}

/** One of many, found by typing. */
export function Combobox(props: ComboboxProps): ReactElement {
  const { field, control } = splitFieldProps(props);
  const { value, onChange, options, blocked } = control;
  const { compact = false, mono = false, clearable = false } = control;
  const chosen = useChosen(value, options.find((option) => option.value === value)?.label);
  return (
    <FormField {...field}>
      <Base.Root
        items={options}
        value={chosen}
        filter={matches}
        limit={shownMatches}
        autoHighlight
        readOnly={blocked !== undefined}
        isItemEqualToValue={(option, other) => option.value === other.value}
        onValueChange={(next, details) => {
          if (!isForLayer(details)) onChange(next?.value);
        }}
      >
        <Base.InputGroup className="relative flex items-center">
          <BlockedReason blocked={blocked}>
            {(reasonId) => (
              <Base.Input
                placeholder={control.placeholder ?? kitCopy.search}
                spellCheck={false}
                autoComplete="off"
                {...(reasonId === undefined
                  ? {}
                  : { 'aria-describedby': describedBy(reasonId), 'aria-disabled': true })}
                className={classes(inputClasses({ compact, mono }), clearable ? 'pe-16' : 'pe-9')}
              />
            )}
          </BlockedReason>
          <span className="absolute end-1 flex text-muted">
            {clearable && blocked === undefined && (
              <Base.Clear
                aria-label={kitCopy.clear(field.label)}
                className="flex size-7 items-center justify-center rounded-control hover:bg-sunken hover:text-text"
              >
                <X aria-hidden size={16} />
              </Base.Clear>
            )}
            <Base.Trigger
              aria-label={kitCopy.showChoices(field.label)}
              tabIndex={-1}
              className="flex size-7 items-center justify-center rounded-control hover:bg-sunken hover:text-text"
            >
              <ChevronDown aria-hidden size={16} />
            </Base.Trigger>
          </span>
        </Base.InputGroup>
        <ComboboxLayer emptyText={control.emptyText ?? kitCopy.nothingMatches} />
      </Base.Root>
    </FormField>
  );
}

/** What is chosen, the same object each time: another one counts as another choice and replaces what is being typed. */
function useChosen(value: string | undefined, label: string | undefined): ComboboxOption | null {
  return useMemo(
    () => (value === undefined || label === undefined ? null : { value, label }),
    [value, label],
  );
}
