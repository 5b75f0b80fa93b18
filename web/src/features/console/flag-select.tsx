import { type ReactElement } from 'react';
import { type Flag } from '@/api/types';
import { Combobox } from '@/components/ui/combobox';
import { consoleCopy } from '@/copy/console';

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

function stateText({ type, enabled }: Flag): string {
  if (type === 'VARIANT_FLAG_TYPE') return enabled ? consoleCopy.enabled : consoleCopy.disabled;
  return consoleCopy.defaultValue(enabled ? consoleCopy.true : consoleCopy.false);
}
