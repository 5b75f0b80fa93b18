import { KeyRound } from 'lucide-react';
import { type ReactElement } from 'react';
import { providerMarks } from './provider-marks';

/** The mark of a provider; a key for those that have none here. */
export function ProviderIcon({ providerKey }: { readonly providerKey: string }): ReactElement {
  const path = providerMarks.get(providerKey.toLowerCase());
  if (path === undefined) return <KeyRound aria-hidden size={16} />;
  return (
    <svg aria-hidden viewBox="0 0 24 24" width={16} height={16} fill="currentColor">
      <path d={path} />
    </svg>
  );
}
