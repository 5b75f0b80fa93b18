import { Plus } from 'lucide-react';
import { type ReactElement } from 'react';
import { useWriteBlock } from '@/changes';
import { Button } from '@/components/ui/button';
import { flagWords } from '@/copy/flag-words';
import { flagsCopy } from '@/copy/flags';

/** Leads to a new flag, and says why where none can be made. */
export function NewFlagButton({ onClick }: { readonly onClick: () => void }): ReactElement {
  const block = useWriteBlock(flagWords.actions.create);
  return (
    <Button variant="primary" icon={<Plus aria-hidden size={16} />} blocked={block} onClick={onClick}>
      {flagsCopy.newFlag}
    </Button>
  );
}
