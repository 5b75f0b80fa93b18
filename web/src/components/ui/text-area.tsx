import { Field } from '@base-ui/react/field';
import { type ComponentProps, type ReactElement } from 'react';
import { BlockedReason, type Blockable, describedBy } from '@/components/ui/blocked';
import { classes } from '@/components/ui/classes';
import { type FieldProps, FormField, splitFieldProps } from '@/components/ui/form-field';
import { frameClasses } from '@/components/ui/input-classes';

type OwnTextAreaProps = Omit<ComponentProps<'textarea'>, 'className' | 'defaultValue' | 'value'>;

export interface TextAreaProps extends FieldProps, OwnTextAreaProps, Blockable {
  readonly value?: string;
  readonly defaultValue?: string;
  readonly mono?: boolean;
}

/** Some lines of text; grows with them. */
export function TextArea(props: TextAreaProps): ReactElement {
  const { field, control } = splitFieldProps(props);
  const { mono = false, blocked, readOnly = false, rows = 3, value, defaultValue, ...area } = control;
  return (
    <FormField {...field}>
      <BlockedReason blocked={blocked}>
        {(reasonId) => (
          <Field.Control
            {...(value === undefined ? {} : { value })}
            {...(defaultValue === undefined ? {} : { defaultValue })}
            {...(reasonId === undefined
              ? {}
              : { 'aria-describedby': describedBy(area['aria-describedby'], reasonId) })}
            readOnly={readOnly || blocked !== undefined}
            aria-disabled={blocked === undefined ? undefined : true}
            className={classes(
              frameClasses,
              'field-sizing-content max-h-96 min-h-16 resize-y px-2.5 py-2',
              mono && 'font-mono text-code',
            )}
            render={<textarea rows={rows} {...area} />}
          />
        )}
      </BlockedReason>
    </FormField>
  );
}
