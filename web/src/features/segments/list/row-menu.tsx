import { Copy, Ellipsis } from 'lucide-react';
import { type ReactElement } from 'react';
import { useCopyText } from '@/app/copy-text';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem } from '@/components/ui/menu';
import { segmentsCopy as copy } from '@/copy/segments';
import { type Segment } from '@/lib/model';
import { type Deed, DeedItems } from '../deeds';

interface RowMenuProps {
  readonly segment: Segment;
  readonly onAsk: (deed: Deed, segment: Segment) => void;
}

/** What can be done with one segment of the list. */
export function RowMenu({ segment, onAsk }: RowMenuProps): ReactElement {
  const copyText = useCopyText();
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
      <DeedItems
        segment={segment}
        onAsk={(deed) => {
          onAsk(deed, segment);
        }}
      />
    </Menu>
  );
}
