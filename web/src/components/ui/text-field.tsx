import { Field } from '@base-ui/react/field';
import { type ComponentProps, type ReactElement, type ReactNode } from 'react';
import { BlockedReason, type Blockable, describedBy } from '@/components/ui/blocked';
import { classes } from '@/components/ui/classes';
import { type FieldProps, FormField, splitFieldProps } from '@/components/ui/form-field';
import { inputClasses } from '@/components/ui/input-classes';

type OwnInputProps = Omit<ComponentProps<'input'>, 'className' | 'size' | 'defaultValue' | 'value'>;

export interface TextFieldProps extends FieldProps, OwnInputProps, Blockable {
  readonly value?: string;
  readonly defaultValue?: string;
  /** For keys, ids and values. */
  readonly mono?: boolean;
  readonly compact?: boolean;
  /** An icon before the text. */
  readonly leading?: ReactNode;
  /** A button or unit after the text. */
  readonly trailing?: ReactNode;
}

/** One line of text. */
export function TextField(props: TextFieldProps): ReactElement {
  const { field, control } = splitFieldProps(props);
  const { mono = false, compact = false, leading, trailing, blocked, readOnly = false, ...input } = control;
  return (
    <FormField {...field}>
      <div className="relative flex items-center">
        {leading !== undefined && (
          <span className="pointer-events-none absolute start-2.5 text-faint">{leading}</span>
        )}
        <BlockedReason blocked={blocked}>
          {(reasonId) => (
            <Field.Control
              autoComplete="off"
              spellCheck={!mono}
              {...input}
              {...(reasonId === undefined
                ? {}
                : { 'aria-describedby': describedBy(input['aria-describedby'], reasonId) })}
              readOnly={readOnly || blocked !== undefined}
              aria-disabled={blocked === undefined ? undefined : true}
              className={classes(
                inputClasses({ compact, mono }),
                leading !== undefined && 'ps-8',
                trailing !== undefined && 'pe-9',
              )}
            />
          )}
        </BlockedReason>
        {trailing !== undefined && (
          <span className="absolute end-1 flex items-center text-muted">{trailing}</span>
        )}
      </div>
    </FormField>
  );
}
