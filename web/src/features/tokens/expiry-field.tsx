import { type ReactElement } from 'react';
import { type TextBinding } from '@/changes/editing';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/text-field';
import { tokensCopy } from '@/copy/tokens';
import { dayAfter, type QuickChoice, quickChoices } from './expiry';

/** The value is a day such as `2026-11-22`; empty for never. */
interface ExpiryFieldProps extends TextBinding {
  readonly onChoose: (day: string) => void;
}

const order: readonly QuickChoice[] = ['week', 'month', 'quarter', 'year'];

/** The last day of a token, typed or by a quick choice. */
export function ExpiryField({ onChoose, ...text }: ExpiryFieldProps): ReactElement {
  const copy = tokensCopy.form;
  return (
    <div className="flex flex-col gap-2">
      <TextField type="date" label={copy.expiresOn} description={copy.expiresHint} {...text} />
      <div role="group" aria-label={copy.quick} className="flex flex-wrap gap-2">
        {order.map((choice) => (
          <Button
            key={choice}
            size="compact"
            onClick={() => {
              onChoose(dayAfter(new Date(), quickChoices[choice]));
            }}
          >
            {copy.choices[choice]}
          </Button>
        ))}
        <Button
          size="compact"
          onClick={() => {
            onChoose('');
          }}
        >
          {copy.choices.never}
        </Button>
      </div>
    </div>
  );
}
