import { ChevronDown, Copy, Files, Trash2 } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useNavigate } from 'react-router';
import { type Segment } from '@/api/types';
import { namespacePath } from '@/app/namespace';
import { useWriteBlock } from '@/changes';
import { Button } from '@/components/ui/button';
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/menu';
import { commonCopy } from '@/copy/common';
import { segmentsCopy as copy } from '@/copy/segments';
import { CopyToNamespaceDialog } from '@/features/compare';
import { useDuplicate } from '../use-duplicate';
import { DeleteSegmentDialog } from './delete-segment-dialog';

/** What can be done with the segment as a whole. */
export function ActionsMenu({ segment }: { readonly segment: Segment }): ReactElement {
  const navigate = useNavigate();
  const duplicate = useDuplicate(segment);
  const deleteBlock = useWriteBlock(copy.actions.delete);
  const createBlock = useWriteBlock(copy.actions.create);
  const [open, setOpen] = useState<'copy' | 'delete'>();
  const close = (): void => {
    setOpen(undefined);
  };
  return (
    <>
      <Menu
        trigger={
          <Button>
            {commonCopy.actions}
            <ChevronDown aria-hidden size={16} />
          </Button>
        }
      >
        <MenuItem
          icon={<Files aria-hidden size={16} />}
          blocked={duplicate.blocked}
          onSelect={duplicate.open}
        >
          {copy.menu.duplicate}
        </MenuItem>
        <MenuItem
          icon={<Copy aria-hidden size={16} />}
          blocked={createBlock}
          onSelect={() => {
            setOpen('copy');
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
            setOpen('delete');
          }}
        >
          {commonCopy.delete}
        </MenuItem>
      </Menu>
      <CopyToNamespaceDialog
        namespaceKey={segment.namespaceKey}
        segmentKeys={[segment.key]}
        open={open === 'copy'}
        onClose={close}
      />
      {open === 'delete' && (
        <DeleteSegmentDialog
          segment={segment}
          onDeleted={() => navigate(namespacePath(segment.namespaceKey, 'segments'))}
          onClose={close}
        />
      )}
    </>
  );
}
