import { Autocomplete as Base } from '@base-ui/react/autocomplete';
import { type ReactElement, useState } from 'react';
import { BlockedReason, type Blockable, describedBy } from '@/components/ui/blocked';
import { classes } from '@/components/ui/classes';
import { shownMatches } from '@/components/ui/combobox-parts';
import { type FieldProps, FormField, splitFieldProps } from '@/components/ui/form-field';
import { inputClasses } from '@/components/ui/input-classes';
import { choiceClasses, layerClasses } from '@/components/ui/layer-classes';

export interface AutocompleteProps extends FieldProps, Blockable {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Any other text may be entered as well. */
  readonly suggestions: readonly string[];
  readonly placeholder?: string;
  readonly mono?: boolean;
  readonly onBlur?: () => void;
}

/** One line of free text, with what others have entered to choose from. */
export function Autocomplete(props: AutocompleteProps): ReactElement {
  const { field, control } = splitFieldProps(props);
  const { value, onChange, suggestions, placeholder, mono = false, onBlur, blocked } = control;
  const [isOpen, setOpen] = useState(false);
  const found = suggestions.filter((each) => each.toLowerCase().includes(value.trim().toLowerCase()));
  return (
    <FormField {...field}>
      <Base.Root
        items={suggestions}
        filteredItems={found}
        value={value}
        limit={shownMatches}
        openOnInputClick
        // A list without entries is none: while one is open, the rest of the page is out of reach.
        open={isOpen && found.length > 0}
        onOpenChange={(next) => {
          setOpen(next);
        }}
        readOnly={blocked !== undefined}
        onValueChange={(next) => {
          onChange(next);
        }}
      >
        <BlockedReason blocked={blocked}>
          {(reasonId) => (
            <Base.Input
              placeholder={placeholder}
              spellCheck={false}
              autoComplete="off"
              onBlur={onBlur}
              {...(reasonId === undefined
                ? {}
                : { 'aria-describedby': describedBy(reasonId), 'aria-disabled': true })}
              className={inputClasses({ mono })}
            />
          )}
        </BlockedReason>
        <Base.Portal>
          <Base.Positioner sideOffset={4} className="z-40 outline-none">
            <Base.Popup className={classes(layerClasses, 'w-(--anchor-width) overflow-hidden')}>
              <Base.List className="max-h-[min(20rem,var(--available-height))] overflow-y-auto p-1 outline-none">
                {(suggestion: string) => (
                  <Base.Item
                    key={suggestion}
                    value={suggestion}
                    className={classes(choiceClasses, mono && 'font-mono text-code')}
                  >
                    <span className="min-w-0 break-words">{suggestion}</span>
                  </Base.Item>
                )}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </FormField>
  );
}
