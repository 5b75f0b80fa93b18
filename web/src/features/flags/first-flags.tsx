import { Flag as FlagIcon } from 'lucide-react';
import { type ReactElement } from 'react';
import { useWriteBlock } from '@/changes';
import { EmptyState } from '@/components/empty-state';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { flagsCopy } from '@/copy/flags';
import { transferCopy } from '@/copy/transfer';
import { FirstSamples } from '@/features/onboarding';
import { NewFlagButton } from './new-flag-button';

const copy = flagsCopy.empty;

interface FirstFlagsProps {
  readonly onNew: () => void;
  readonly onImport: () => void;
}

/** The ways to flags where there are none: a new one, samples, or what another server has. */
export function FirstFlags({ onNew, onImport }: FirstFlagsProps): ReactElement {
  const importBlock = useWriteBlock(transferCopy.action);
  return (
    <EmptyState
      icon={<FlagIcon aria-hidden size={24} />}
      title={copy.title}
      action={
        <>
          <NewFlagButton onClick={onNew} />
          <FirstSamples />
          <Button blocked={importBlock} onClick={onImport}>
            {copy.import}
          </Button>
          <Link to="/support">{copy.help}</Link>
        </>
      }
    />
  );
}
