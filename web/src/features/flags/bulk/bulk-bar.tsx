import { Trash2 } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useCopyBlock, useWriteBlock } from '@/changes';
import { Button } from '@/components/ui/button';
import { Menu, MenuItem } from '@/components/ui/menu';
import { bulkCopy as copy } from '@/copy/bulk';
import { flagWords } from '@/copy/flag-words';
import { transferCopy } from '@/copy/transfer';
import { CopyToNamespaceDialog } from '@/features/compare';
import { useExport } from '@/features/transfer';
import { type Flag } from '@/lib/model';
import { formatCount, formatCounted } from '@/lib/numbers';
import { type BulkAction } from './bulk-action';
import { BulkDialog } from './bulk-dialog';
import { TagDialog } from './tag-dialog';

interface BulkBarProps {
  readonly namespaceKey: string;
  readonly flags: readonly Flag[];
  readonly knownTags: readonly string[];
  /** How many flags match the query, and the call that selects them. */
  readonly matching: number;
  readonly onSelectAll: () => void;
  readonly onClear: () => void;
}

/** What can be done with the selected flags; it is there while there are any. */
export function BulkBar(props: BulkBarProps): ReactElement | null {
  const { namespaceKey, flags, knownTags, matching, onSelectAll, onClear } = props;
  const block = useWriteBlock(flagWords.actions.update);
  const copyBlock = useCopyBlock(namespaceKey);
  const deleteBlock = useWriteBlock(flagWords.actions.delete);
  const [action, setAction] = useState<BulkAction>();
  const { isRunning, run } = useExport();
  const [isTagging, setTagging] = useState(false);
  // The list behind changes while it is copied; the question stays about the flags as they were.
  const [copied, setCopied] = useState<readonly string[]>();
  if (flags.length === 0 && action === undefined && copied === undefined) return null;
  const { actions } = copy;
  const button = (label: string, chosen: BulkAction): ReactElement => (
    <Button
      size="compact"
      blocked={block}
      onClick={() => {
        setAction(chosen);
      }}
    >
      {label}
    </Button>
  );
  return (
    <section
      aria-label={copy.label}
      className="sticky bottom-0 z-10 mt-3 flex flex-wrap items-center gap-2 rounded-card border border-accent bg-raised p-2 shadow-layer"
    >
      <p role="status" className="px-2 font-medium">
        {copy.selected(formatCount(flags.length))}
      </p>
      {flags.length < matching && (
        <Button variant="ghost" size="compact" onClick={onSelectAll}>
          {copy.selectAll(formatCount(matching))}
        </Button>
      )}
      <Button variant="ghost" size="compact" onClick={onClear}>
        {copy.clear}
      </Button>
      <span className="ms-auto flex flex-wrap items-center gap-2">
        {button(actions.enable, { kind: 'switch', enabled: true })}
        {button(actions.disable, { kind: 'switch', enabled: false })}
        <Menu blocked={block} trigger={<Button size="compact">{actions.defaultValue}</Button>}>
          {[true, false].map((value) => (
            <MenuItem
              key={String(value)}
              onSelect={() => {
                setAction({ kind: 'default-value', value });
              }}
            >
              {value ? flagWords.true : flagWords.false}
            </MenuItem>
          ))}
        </Menu>
        <Button
          size="compact"
          blocked={block}
          onClick={() => {
            setTagging(true);
          }}
        >
          {actions.tags}
        </Button>
        <Button
          size="compact"
          blocked={copyBlock}
          onClick={() => {
            setCopied(flags.map(({ key }) => key));
          }}
        >
          {actions.copy}
        </Button>
        <Button
          size="compact"
          busy={isRunning}
          onClick={() =>
            void run({
              namespaceKey,
              flagKeys: flags.map(({ key }) => key),
              fileName: `${namespaceKey}-flags`,
              success: transferCopy.exported(formatCounted(flags.length, 'flag')),
            })
          }
        >
          {actions.export}
        </Button>
        <Button
          size="compact"
          icon={<Trash2 aria-hidden size={16} />}
          blocked={deleteBlock}
          onClick={() => {
            setAction({ kind: 'delete' });
          }}
        >
          {actions.delete}
        </Button>
      </span>
      {isTagging && (
        <TagDialog
          knownTags={knownTags}
          onClose={() => {
            setTagging(false);
          }}
          onChosen={(chosen) => {
            setTagging(false);
            setAction(chosen);
          }}
        />
      )}
      {copied !== undefined && (
        <CopyToNamespaceDialog
          open
          namespaceKey={namespaceKey}
          flagKeys={copied}
          onClose={(isDone) => {
            setCopied(undefined);
            if (isDone) onClear();
          }}
        />
      )}
      {action !== undefined && (
        <BulkDialog
          namespaceKey={namespaceKey}
          action={action}
          flags={flags}
          onClose={(isDone) => {
            setAction(undefined);
            if (isDone) onClear();
          }}
        />
      )}
    </section>
  );
}
