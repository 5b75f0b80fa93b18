import { NumberField as Base } from '@base-ui/react/number-field';
import { type ReactElement, type Ref } from 'react';
import { BlockedReason, type Blockable, describedBy } from '@/components/ui/blocked';
import { classes } from '@/components/ui/classes';
import { type FieldProps, FormField, splitFieldProps } from '@/components/ui/form-field';
import { inputClasses } from '@/components/ui/input-classes';

export interface NumberFieldProps extends FieldProps, Blockable {
  /** Null while empty. */
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
  readonly min?: number;
  readonly max?: number;
  /** Arrows; Shift with arrows takes `largeStep`. */
  readonly step?: number;
  readonly largeStep?: number;
  /** Behind the number, as `%`. */
  readonly unit?: string;
  /** How many decimals are kept; two unless told. */
  readonly decimals?: number;
  readonly compact?: boolean;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A number. What lies outside `min` and `max` can be typed, so that the form can say what is wrong with it. */
export function NumberField(props: NumberFieldProps): ReactElement {
  const { field, control } = splitFieldProps(props);
  const { value, onChange, min, max, step = 1, largeStep = 10, unit, decimals = 2, blocked, ref } = control;
  return (
    <FormField {...field}>
      <Base.Root
        value={value}
        min={min}
        max={max}
        step={step}
        smallStep={step}
        largeStep={largeStep}
        allowOutOfRange
        locale="en"
        format={{ maximumFractionDigits: decimals, useGrouping: false }}
        readOnly={blocked !== undefined}
        onValueChange={(next) => {
          onChange(next);
        }}
      >
        <Base.Group className="relative flex items-center">
          <BlockedReason blocked={blocked}>
            {(reasonId) => (
              <Base.Input
                ref={ref}
                autoComplete="off"
                {...(reasonId === undefined
                  ? {}
                  : { 'aria-describedby': describedBy(reasonId), 'aria-disabled': true })}
                className={classes(
                  inputClasses({ compact: control.compact ?? false, mono: true }),
                  'text-end tabular-nums',
                  unit !== undefined && 'pe-7',
                )}
              />
            )}
          </BlockedReason>
          {unit !== undefined && (
            <span aria-hidden className="pointer-events-none absolute end-2.5 text-muted">
              {unit}
            </span>
          )}
        </Base.Group>
      </Base.Root>
    </FormField>
  );
}
