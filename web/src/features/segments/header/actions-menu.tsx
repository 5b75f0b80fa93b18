import { ChevronDown } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useNavigate } from 'react-router';
import { namespacePath } from '@/app/namespace';
import { Button } from '@/components/ui/button';
import { Menu } from '@/components/ui/menu';
import { commonCopy } from '@/copy/common';
import { type Segment } from '@/lib/model';
import { type Deed, DeedDialog, DeedItems } from '../deeds';

/** What can be done with the segment as a whole. */
export function ActionsMenu({ segment }: { readonly segment: Segment }): ReactElement {
  const navigate = useNavigate();
  const [deed, setDeed] = useState<Deed>();
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
        <DeedItems segment={segment} onAsk={setDeed} />
      </Menu>
      {deed !== undefined && (
        <DeedDialog
          segment={segment}
          deed={deed}
          onDeleted={() => navigate(namespacePath(segment.namespaceKey, 'segments'))}
          onClose={() => {
            setDeed(undefined);
          }}
        />
      )}
    </>
  );
}
