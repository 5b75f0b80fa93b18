import { type ConstraintState } from '@pennon/state';
import { type ReactElement } from 'react';
import { type Blockable } from '@/components/ui/blocked';
import { TextField } from '@/components/ui/text-field';
import { segmentConstraintsCopy as copy } from '@/copy/segments';
import { listedValues, listOfValues, takesList } from '@/lib/constraints';
import { DatetimeField } from './datetime-field';
import { TokenField } from './token-field';

interface ValueFieldProps extends Blockable {
  readonly values: ConstraintState;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
  readonly onLeave: () => void;
}

/** The value of a constraint, as its type and operator want it. */
export function ValueField({ values, error, blocked, onChange, onLeave }: ValueFieldProps): ReactElement {
  const { type, operator, value } = values;
  if (takesList(operator)) {
    return (
      <TokenField
        label={copy.fields.value}
        values={listedValues(value)}
        error={error}
        blocked={blocked}
        onChange={(list) => {
          onChange(listOfValues(list, type));
          onLeave();
        }}
      />
    );
  }
  if (type === 'datetime') {
    return <DatetimeField value={value} error={error} blocked={blocked} onChange={onChange} />;
  }
  return (
    <TextField
      label={copy.fields.value}
      mono
      inputMode={type === 'number' ? 'decimal' : 'text'}
      value={value}
      error={error}
      blocked={blocked}
      onBlur={onLeave}
      onChange={(event) => {
        onChange(event.currentTarget.value);
      }}
    />
  );
}
