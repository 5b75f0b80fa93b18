import { type ReactElement } from 'react';
import { Combobox } from '@/components/ui/combobox';
import { consoleCopy } from '@/copy/console';
import { type Flag } from '@/lib/model';

interface FlagSelectProps {
  readonly flags: readonly Flag[];
  readonly value: string | undefined;
  readonly onChange: (flagKey: string | undefined) => void;
  readonly error?: string | undefined;
}

/** A flag, found by name or key. */
export function FlagSelect({ flags, value, onChange, error }: FlagSelectProps): ReactElement {
  return (
    <Combobox
      label={consoleCopy.flag}
      placeholder={consoleCopy.flagPlaceholder}
      value={value}
      error={error}
      onChange={onChange}
      options={flags.map((flag) => ({
        value: flag.key,
        label: flag.name === flag.key ? flag.key : `${flag.name} (${flag.key})`,
        description: consoleCopy.flagState(consoleCopy.flagTypes[flag.type], stateText(flag)),
      }))}
    />
  );
}

function stateText({ type, isEnabled }: Flag): string {
  if (type === 'variant') return isEnabled ? consoleCopy.enabled : consoleCopy.disabled;
  return consoleCopy.defaultValue(isEnabled ? consoleCopy.true : consoleCopy.false);
}
