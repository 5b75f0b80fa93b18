import { type ReactElement } from 'react';
import { rolloutsCopy } from '@/copy/rollouts';
import { type Flag } from '@/lib/model';
import { DefaultCard } from '../targeting/default-card';
import { valueText } from './rollout-values';

const copy = rolloutsCopy.defaultValue;

/** What entities get that no rollout decides for. */
export function DefaultValueCard({ flag }: { readonly flag: Flag }): ReactElement {
  return (
    <DefaultCard
      flag={flag}
      name="default-value"
      copy={copy}
      action={rolloutsCopy.actions.defaultValue}
      valueOf={({ isEnabled }) => String(isEnabled)}
      planOf={(shown, value, { planFlagSwitch }) => planFlagSwitch(shown, value === 'true')}
      editOf={(value) => ({ isEnabled: value === 'true' })}
      select={{
        label: copy.title,
        hideLabel: true,
        className: 'min-w-32',
        options: [true, false].map((value) => ({ value: String(value), label: valueText(value) })),
      }}
    />
  );
}
