import { Copy, Ellipsis, FlaskConical, FolderOutput, Files, Link2, Trash2 } from 'lucide-react';
import { type ReactElement } from 'react';
import { useHref } from 'react-router';
import { useCopyText } from '@/app/copy-text';
import { namespacePath } from '@/app/namespace';
import { useCopyBlock, useWriteBlock } from '@/changes';
import { IconButton } from '@/components/ui/icon-button';
import {
  type MenuHandle,
  MenuItem,
  MenuLinkItem,
  MenuSeparator,
  SharedMenu,
  SharedMenuTrigger,
} from '@/components/ui/menu';
import { commonCopy } from '@/copy/common';
import { flagWords } from '@/copy/flag-words';
import { flagsCopy } from '@/copy/flags';
import { type Flag } from '@/lib/model';

interface RowMenuProps {
  readonly handle: MenuHandle<Flag>;
  readonly onDelete: (flag: Flag) => void;
  readonly onCopy: (flag: Flag) => void;
}

/** What can be done with one flag of the list: one menu, opened by the button of each row. */
export function RowMenu({ handle, onDelete, onCopy }: RowMenuProps): ReactElement {
  return (
    <SharedMenu handle={handle}>
      {(flag) => <RowMenuItems flag={flag} onDelete={onDelete} onCopy={onCopy} />}
    </SharedMenu>
  );
}

/** The button that opens the menu for one flag. */
export function RowMenuButton({
  flag,
  handle,
}: {
  readonly flag: Flag;
  readonly handle: MenuHandle<Flag>;
}): ReactElement {
  return (
    <SharedMenuTrigger handle={handle} payload={flag}>
      <IconButton label={flagsCopy.row.actions(flag.key)}>
        <Ellipsis aria-hidden size={16} />
      </IconButton>
    </SharedMenuTrigger>
  );
}

function RowMenuItems({
  flag,
  onDelete,
  onCopy,
}: Omit<RowMenuProps, 'handle'> & { readonly flag: Flag }): ReactElement {
  const copy = flagsCopy.row;
  const copyText = useCopyText();
  const createBlock = useWriteBlock(flagWords.actions.create);
  const copyBlock = useCopyBlock(flag.namespaceKey);
  const deleteBlock = useWriteBlock(flagWords.actions.delete);
  const href = useHref(namespacePath(flag.namespaceKey, 'flags', flag.key));
  return (
    <>
      <MenuLinkItem
        to={namespacePath(flag.namespaceKey, 'console', flag.key)}
        icon={<FlaskConical aria-hidden size={16} />}
      >
        {copy.openInConsole}
      </MenuLinkItem>
      <MenuItem
        icon={<Copy aria-hidden size={16} />}
        onSelect={() => {
          copyText(flag.key);
        }}
      >
        {copy.copyKey}
      </MenuItem>
      <MenuItem
        icon={<Link2 aria-hidden size={16} />}
        onSelect={() => {
          copyText(new URL(href, document.baseURI).href);
        }}
      >
        {copy.copyLink}
      </MenuItem>
      <MenuSeparator />
      <MenuLinkItem
        to={`${namespacePath(flag.namespaceKey, 'flags', 'new')}?from=${encodeURIComponent(flag.key)}`}
        blocked={createBlock}
        icon={<Files aria-hidden size={16} />}
      >
        {copy.duplicate}
      </MenuLinkItem>
      <MenuItem
        icon={<FolderOutput aria-hidden size={16} />}
        blocked={copyBlock}
        onSelect={() => {
          onCopy(flag);
        }}
      >
        {copy.copyToNamespace}
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        danger
        icon={<Trash2 aria-hidden size={16} />}
        blocked={deleteBlock}
        onSelect={() => {
          onDelete(flag);
        }}
      >
        {commonCopy.delete}
      </MenuItem>
    </>
  );
}
