import { type ReactElement } from 'react';
import { type Blockable } from '@/components/ui/blocked';
import { TextField } from '@/components/ui/text-field';
import { keyAfter } from '@/lib/slug';
import { type Form } from './form';

interface Named {
  readonly name: string;
  readonly key: string;
}

interface NameAndKeyProps extends Blockable {
  readonly form: Pick<Form<Named>, 'values' | 'text' | 'enter'>;
  readonly labels: Named;
  /** Said below the key. */
  readonly keyHint: string;
}

/** The name and key of a new thing: the key follows the name until somebody enters another one. */
export function NameAndKey({ form, labels, keyHint, blocked }: NameAndKeyProps): ReactElement {
  return (
    <>
      <TextField
        label={labels.name}
        autoFocus
        blocked={blocked}
        {...form.text('name')}
        onChange={({ currentTarget: { value } }) => {
          form.enter({ name: value, key: keyAfter(form.values, value) });
        }}
      />
      <TextField label={labels.key} mono description={keyHint} blocked={blocked} {...form.text('key')} />
    </>
  );
}
