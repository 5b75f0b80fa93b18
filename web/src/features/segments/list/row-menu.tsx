import { Copy, CopyPlus, Ellipsis, Files, Trash2 } from 'lucide-react';
import { type ReactElement } from 'react';
import { type Segment } from '@/api/types';
import { useCopyText } from '@/app/copy-text';
import { useWriteBlock } from '@/changes';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/menu';
import { commonCopy } from '@/copy/common';
import { segmentsCopy as copy } from '@/copy/segments';
import { useDuplicate } from '../use-duplicate';

interface RowMenuProps {
  readonly segment: Segment;
  readonly onCopy: (segment: Segment) => void;
  readonly onDelete: (segment: Segment) => void;
}

/** What can be done with one segment of the list. */
export function RowMenu({ segment, onCopy, onDelete }: RowMenuProps): ReactElement {
  const copyText = useCopyText();
  const duplicate = useDuplicate(segment);
  const deleteBlock = useWriteBlock(copy.actions.delete);
  return (
    <Menu
      trigger={
        <IconButton label={copy.menu.label(segment.key)}>
          <Ellipsis aria-hidden size={16} />
        </IconButton>
      }
    >
      <MenuItem
        icon={<Copy aria-hidden size={16} />}
        onSelect={() => {
          copyText(segment.key);
        }}
      >
        {copy.menu.copyKey}
      </MenuItem>
      <MenuItem icon={<Files aria-hidden size={16} />} blocked={duplicate.blocked} onSelect={duplicate.open}>
        {copy.menu.duplicate}
      </MenuItem>
      <MenuItem
        icon={<CopyPlus aria-hidden size={16} />}
        blocked={duplicate.blocked}
        onSelect={() => {
          onCopy(segment);
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
          onDelete(segment);
        }}
      >
        {commonCopy.delete}
      </MenuItem>
    </Menu>
  );
}
