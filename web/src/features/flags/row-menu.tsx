import { Copy, Ellipsis, FlaskConical, FolderOutput, Files, Link2, Trash2 } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useHref } from 'react-router';
import { type Flag } from '@/api/types';
import { useCopyText } from '@/app/copy-text';
import { namespacePath } from '@/app/namespace';
import { useWriteBlock } from '@/changes';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem, MenuLinkItem, MenuSeparator } from '@/components/ui/menu';
import { commonCopy } from '@/copy/common';
import { flagWords } from '@/copy/flag-words';
import { flagsCopy } from '@/copy/flags';
import { CopyToNamespaceDialog } from '@/features/compare';

interface RowMenuProps {
  readonly flag: Flag;
  readonly onDelete: (flag: Flag) => void;
}

/** What can be done with one flag of the list (dashboard.md FL-8). */
export function RowMenu({ flag, onDelete }: RowMenuProps): ReactElement {
  const copy = flagsCopy.row;
  const copyText = useCopyText();
  const [isCopying, setCopying] = useState(false);
  const block = useWriteBlock();
  const deleteBlock = useWriteBlock(flagWords.actions.delete);
  const path = namespacePath(flag.namespaceKey, 'flags', flag.key);
  const href = useHref(path);
  return (
    <>
      <Menu
        trigger={
          <IconButton label={copy.actions(flag.key)}>
            <Ellipsis aria-hidden size={16} />
          </IconButton>
        }
      >
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
        {block === undefined && (
          <MenuLinkItem
            to={`${namespacePath(flag.namespaceKey, 'flags', 'new')}?from=${encodeURIComponent(flag.key)}`}
            icon={<Files aria-hidden size={16} />}
          >
            {copy.duplicate}
          </MenuLinkItem>
        )}
        <MenuItem
          icon={<FolderOutput aria-hidden size={16} />}
          blocked={block}
          onSelect={() => {
            setCopying(true);
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
      </Menu>
      <CopyToNamespaceDialog
        open={isCopying}
        namespaceKey={flag.namespaceKey}
        flagKeys={[flag.key]}
        onClose={() => {
          setCopying(false);
        }}
      />
    </>
  );
}
