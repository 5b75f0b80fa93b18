import { ChevronDown, Copy, CopyPlus, Download, FlaskConical, PowerOff, Trash2 } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useNavigate } from 'react-router';
import { namespacePath } from '@/app/namespace';
import { useCopyBlock, useWriteBlock } from '@/changes';
import { Button } from '@/components/ui/button';
import { Menu, MenuItem, MenuLinkItem, MenuSeparator } from '@/components/ui/menu';
import { commonCopy } from '@/copy/common';
import { flagCopy } from '@/copy/flag';
import { flagWords } from '@/copy/flag-words';
import { CopyToNamespaceDialog } from '@/features/compare';
import { useExport } from '@/features/transfer';
import { type Flag } from '@/lib/model';
import { DeleteFlagDialog } from './delete-flag-dialog';
import { ServeValueDialog } from './serve-value-dialog';
import { TurnOffDialog } from './turn-off-dialog';

/** What can be done with the flag as a whole. */
export function ActionsMenu({ flag }: { readonly flag: Flag }): ReactElement {
  const copy = flagCopy.menu;
  const navigate = useNavigate();
  const [open, setOpen] = useState<'copy' | 'turn-off' | 'serve-true' | 'serve-false' | 'delete'>();
  const updateBlock = useWriteBlock(flagCopy.actions.update);
  const createBlock = useWriteBlock(flagCopy.actions.create);
  const copyBlock = useCopyBlock(flag.namespaceKey);
  const deleteBlock = useWriteBlock(flagCopy.actions.delete);
  const { run: runExport } = useExport();
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
        <MenuLinkItem
          to={namespacePath(flag.namespaceKey, 'console', flag.key)}
          icon={<FlaskConical aria-hidden size={16} />}
        >
          {copy.console}
        </MenuLinkItem>
        <MenuLinkItem
          to={`${namespacePath(flag.namespaceKey, 'flags', 'new')}?from=${encodeURIComponent(flag.key)}`}
          blocked={createBlock}
          icon={<CopyPlus aria-hidden size={16} />}
        >
          {copy.duplicate}
        </MenuLinkItem>
        <MenuItem
          icon={<Download aria-hidden size={16} />}
          onSelect={() =>
            void runExport({
              namespaceKey: flag.namespaceKey,
              flagKeys: [flag.key],
              fileName: `${flag.namespaceKey}-${flag.key}`,
            })
          }
        >
          {copy.export}
        </MenuItem>
        <MenuItem
          icon={<Copy aria-hidden size={16} />}
          blocked={copyBlock}
          onSelect={() => {
            setOpen('copy');
          }}
        >
          {copy.copy}
        </MenuItem>
        <MenuSeparator />
        {flag.type === 'boolean' &&
          ([true, false] as const).map((value) => (
            <MenuItem
              key={String(value)}
              icon={<PowerOff aria-hidden size={16} />}
              blocked={updateBlock}
              onSelect={() => {
                setOpen(`serve-${value}`);
              }}
            >
              {copy.serve(value ? flagWords.true : flagWords.false)}
            </MenuItem>
          ))}
        {flag.off === false && (
          <MenuItem
            icon={<PowerOff aria-hidden size={16} />}
            blocked={updateBlock}
            onSelect={() => {
              setOpen('turn-off');
            }}
          >
            {copy.turnOff}
          </MenuItem>
        )}
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
        namespaceKey={flag.namespaceKey}
        flagKeys={[flag.key]}
        open={open === 'copy'}
        onClose={close}
      />
      <TurnOffDialog flag={flag} open={open === 'turn-off'} onClose={close} />
      <ServeValueDialog
        flag={flag}
        value={open === 'serve-true' ? true : open === 'serve-false' ? false : undefined}
        onClose={close}
      />
      <DeleteFlagDialog
        flag={flag}
        open={open === 'delete'}
        onClose={close}
        onDeleted={() => navigate(namespacePath(flag.namespaceKey, 'flags'))}
      />
    </>
  );
}
