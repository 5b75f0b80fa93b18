import { Field } from '@base-ui/react/field';
import { type ReactElement } from 'react';
import { type FieldProps, FormField, splitFieldProps } from '@/components/ui/form-field';
import { frameClasses } from '@/components/ui/input-classes';

export interface FileFieldProps extends FieldProps {
  /** Endings of files, as in `.json,.yaml`. */
  readonly accept: string;
  /** Told the text and the name of the file that was chosen. */
  readonly onChange: (text: string, fileName: string) => void;
}

/** Takes the text of one file. */
export function FileField(props: FileFieldProps): ReactElement {
  const { field, control } = splitFieldProps(props);
  return (
    <FormField {...field}>
      <Field.Control
        type="file"
        accept={control.accept}
        className={`${frameClasses} px-2.5 py-1.5`}
        onChange={(event) => {
          const [file] =
            event.currentTarget instanceof HTMLInputElement ? (event.currentTarget.files ?? []) : [];
          if (file !== undefined)
            void file.text().then((text) => {
              control.onChange(text, file.name);
            });
        }}
      />
    </FormField>
  );
}
