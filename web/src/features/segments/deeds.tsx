import { CopyPlus, Files, Trash2 } from 'lucide-react';
import { type ReactElement } from 'react';
import { useCopyBlock, useWriteBlock } from '@/changes';
import { MenuItem, MenuSeparator } from '@/components/ui/menu';
import { commonCopy } from '@/copy/common';
import { segmentsCopy as copy } from '@/copy/segments';
import { CopyToNamespaceDialog } from '@/features/compare';
import { type Segment } from '@/lib/model';
import { DeleteSegmentDialog } from './header/delete-segment-dialog';
import { useDuplicate } from './use-duplicate';

/** What is done with a segment in a dialog. */
export type Deed = 'copy' | 'delete';

interface DeedItemsProps {
  readonly segment: Segment;
  readonly onAsk: (deed: Deed) => void;
}

/** What can be done with a segment as a whole, as entries of a menu. */
export function DeedItems({ segment, onAsk }: DeedItemsProps): ReactElement {
  const duplicate = useDuplicate(segment);
  const copyBlock = useCopyBlock(segment.namespaceKey);
  const deleteBlock = useWriteBlock(copy.actions.delete);
  return (
    <>
      <MenuItem icon={<Files aria-hidden size={16} />} blocked={duplicate.blocked} onSelect={duplicate.open}>
        {copy.menu.duplicate}
      </MenuItem>
      <MenuItem
        icon={<CopyPlus aria-hidden size={16} />}
        blocked={copyBlock}
        onSelect={() => {
          onAsk('copy');
        }}
      >
        {copy.menu.copyTo}
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        danger
        icon={<Trash2 aria-hidden size={16} />}
        blocked={deleteBlock}
        onSelect={() => {
          onAsk('delete');
        }}
      >
        {commonCopy.delete}
      </MenuItem>
    </>
  );
}

interface DeedDialogProps {
  readonly segment: Segment;
  readonly deed: Deed;
  /** Told when the segment is gone, see `DeleteSegmentDialog`. */
  readonly onDeleted?: () => void | Promise<void>;
  readonly onClose: () => void;
}

/** The dialog that does it. */
export function DeedDialog({ segment, deed, onClose, ...deletion }: DeedDialogProps): ReactElement {
  if (deed === 'delete') return <DeleteSegmentDialog segment={segment} onClose={onClose} {...deletion} />;
  return (
    <CopyToNamespaceDialog
      open
      namespaceKey={segment.namespaceKey}
      segmentKeys={[segment.key]}
      onClose={onClose}
    />
  );
}
