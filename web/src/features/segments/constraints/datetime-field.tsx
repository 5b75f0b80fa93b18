import { type ReactElement, useState } from 'react';
import { type Blockable } from '@/components/ui/blocked';
import { Select } from '@/components/ui/select';
import { TextField } from '@/components/ui/text-field';
import { segmentConstraintsCopy } from '@/copy/segments';
import { partsOf, type Zone, type DatetimeParts, storedDatetime } from '@/lib/constraints';

interface DatetimeFieldProps extends Blockable {
  /** As it is stored: a date, or a moment in UTC; empty for none. */
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

/** A date, with a time if one is wanted, and what is stored for it. */
export function DatetimeField({ value, error, blocked, onChange }: DatetimeFieldProps): ReactElement {
  const copy = segmentConstraintsCopy.datetime;
  const [parts, setParts] = useState<DatetimeParts>(() => partsOf(value));
  const [shown, setShown] = useState(value);
  if (value !== shown) {
    setShown(value);
    // It came from elsewhere, as what was entered before a sign-in does.
    if (value !== storedDatetime(parts)) setParts(partsOf(value));
  }
  const change = (changed: Partial<DatetimeParts>): void => {
    const next = { ...parts, ...changed };
    setParts(next);
    onChange(storedDatetime(next));
  };
  const zones: readonly { readonly value: Zone; readonly label: string }[] = [
    { value: 'utc', label: copy.utc },
    { value: 'local', label: copy.local(Intl.DateTimeFormat().resolvedOptions().timeZone) },
  ];
  return (
    <div role="group" aria-label={segmentConstraintsCopy.fields.value} className="flex flex-col gap-2">
      <div className="grid gap-2 sm:grid-cols-3">
        <TextField
          label={copy.date}
          type="date"
          value={parts.date}
          error={error}
          blocked={blocked}
          onChange={(event) => {
            change({ date: event.currentTarget.value });
          }}
        />
        <TextField
          label={copy.time}
          optional
          type="time"
          step={1}
          value={parts.time}
          blocked={blocked}
          onChange={(event) => {
            change({ time: event.currentTarget.value });
          }}
        />
        <Select
          label={copy.zone}
          value={parts.zone}
          options={zones}
          blocked={blocked}
          onChange={(zone) => {
            change({ zone });
          }}
        />
      </div>
      <p role="status" className="text-secondary text-muted empty:hidden">
        {value !== '' && (parts.time === '' ? copy.midnight(value) : copy.stored(value))}
      </p>
    </div>
  );
}
