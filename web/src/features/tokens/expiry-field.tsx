import { type ReactElement, type Ref } from 'react';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/text-field';
import { tokensCopy } from '@/copy/tokens';
import { dayAfter, type QuickChoice, quickChoices } from './expiry';

interface ExpiryFieldProps {
  /** A day such as `2026-11-22`; empty for never. */
  readonly value: string;
  readonly onChange: (day: string) => void;
  readonly onBlur: () => void;
  readonly error: string | undefined;
  readonly ref: Ref<HTMLInputElement>;
}

const order: readonly QuickChoice[] = ['week', 'month', 'quarter', 'year'];

/** The last day of a token, typed or by a quick choice. */
export function ExpiryField({ value, onChange, onBlur, error, ref }: ExpiryFieldProps): ReactElement {
  const copy = tokensCopy.form;
  return (
    <div className="flex flex-col gap-2">
      <TextField
        ref={ref}
        type="date"
        label={copy.expiresOn}
        description={copy.expiresHint}
        error={error}
        value={value}
        onBlur={onBlur}
        onChange={(event) => {
          onChange(event.currentTarget.value);
        }}
      />
      <div role="group" aria-label={copy.quick} className="flex flex-wrap gap-2">
        {order.map((choice) => (
          <Button
            key={choice}
            size="compact"
            onClick={() => {
              onChange(dayAfter(new Date(), quickChoices[choice]));
            }}
          >
            {copy.choices[choice]}
          </Button>
        ))}
        <Button
          size="compact"
          onClick={() => {
            onChange('');
          }}
        >
          {copy.choices.never}
        </Button>
      </div>
    </div>
  );
}
