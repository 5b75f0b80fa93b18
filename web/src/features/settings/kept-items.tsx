import { type ReactElement, useState } from 'react';
import { useNotify } from '@/changes';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { commonCopy } from '@/copy/common';
import { settingsCopy } from '@/copy/settings';

interface KeptItemsProps {
  /** As in `2 personas`. */
  readonly count: string;
  readonly isEmpty: boolean;
  /** What the button says. */
  readonly action: string;
  /** Said once they are forgotten. */
  readonly done: string;
  readonly forget: () => void;
}

/** How much of one kind this browser keeps, and the button that wipes it after a question. */
export function KeptItems({ count, isEmpty, action, done, forget }: KeptItemsProps): ReactElement {
  const notify = useNotify();
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-3">
      <span>{count}</span>
      <Button
        disabled={isEmpty}
        onClick={() => {
          setAsking(true);
        }}
      >
        {action}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={action}
        action={commonCopy.delete}
        onClose={() => {
          setAsking(false);
        }}
        onConfirm={() => {
          forget();
          setAsking(false);
          notify.success(done);
        }}
      >
        <p>{settingsCopy.memory.question(count)}</p>
      </ConfirmDialog>
    </div>
  );
}
