import { type ReactElement, useState } from 'react';
import { setPreference, usePreferences } from '@/app/preferences';
import { NumberField } from '@/components/ui/number-field';
import { settingsCopy } from '@/copy/settings';

const LONGEST = 3_650;

/** After how many days without a change Health asks about a flag; what is no such number is not kept. */
export function StaleAfter(): ReactElement {
  const { staleAfterDays } = usePreferences();
  // What is typed and cannot be kept; null while the field is empty.
  const [refused, setRefused] = useState<number | null>();
  const isRefused = refused !== undefined;
  return (
    <NumberField
      className="max-w-60"
      label={settingsCopy.stale}
      decimals={0}
      min={1}
      max={LONGEST}
      description={settingsCopy.staleHint}
      error={isRefused ? settingsCopy.staleRange : undefined}
      value={isRefused ? refused : staleAfterDays}
      onChange={(days) => {
        const isKept = days !== null && days >= 1 && days <= LONGEST;
        setRefused(isKept ? undefined : days);
        if (isKept) setPreference('staleAfterDays', days);
      }}
    />
  );
}
