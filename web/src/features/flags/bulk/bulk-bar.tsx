import { Trash2 } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { type Flag } from '@/api/types';
import { useWriteBlock } from '@/changes';
import { Button } from '@/components/ui/button';
import { Menu, MenuItem } from '@/components/ui/menu';
import { bulkCopy as copy } from '@/copy/bulk';
import { flagWords } from '@/copy/flag-words';
import { formatCount } from '@/lib/numbers';
import { type BulkAction } from './bulk-action';
import { BulkCopy } from './bulk-copy';
import { BulkDialog } from './bulk-dialog';
import { useExport } from '../transfer/use-export';
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
  const deleteBlock = useWriteBlock(flagWords.actions.delete);
  const [action, setAction] = useState<BulkAction>();
  const { isRunning, run } = useExport(namespaceKey);
  const [isTagging, setTagging] = useState(false);
  const [isCopying, setCopying] = useState(false);
  if (flags.length === 0 && action === undefined && !isCopying) return null;
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
          blocked={block}
          onClick={() => {
            setCopying(true);
          }}
        >
          {actions.copy}
        </Button>
        <Button size="compact" busy={isRunning} onClick={() => void run(flags, 'json')}>
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
      {isCopying && (
        <BulkCopy
          namespaceKey={namespaceKey}
          flags={flags}
          onClose={(isDone) => {
            setCopying(false);
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
