import { groupBy } from '@pennon/domain';
import { type ReactElement, type RefObject, useRef, useState, useSyncExternalStore } from 'react';
import { Dialog } from '@/components/ui/dialog';
import { Kbd } from '@/components/ui/kbd';
import { shellCopy } from '@/copy/shell';
import { printedKeys } from './keys';
import { isApple } from './platform';
import { usePreferences } from './preferences';
import { type Shortcut, shortcuts } from './shortcuts';

interface ShortcutDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The dialog of the shortcut help. */
export function ShortcutDialog({ open, onClose }: ShortcutDialogProps): ReactElement {
  const copy = shellCopy.shortcuts;
  const all = useSyncExternalStore(shortcuts.subscribe, shortcuts.get);
  const { hasSingleKeys } = usePreferences();
  const list = useRef<HTMLDivElement>(null);
  return (
    <Dialog open={open} title={copy.title} initialFocus={list} onClose={onClose}>
      {!hasSingleKeys && <p className="mb-3 text-muted">{copy.off}</p>}
      {open && <ShortcutList ref={list} all={all} />}
    </Dialog>
  );
}

interface ShortcutListProps {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly all: readonly Shortcut[];
}

function ShortcutList({ ref, all }: ShortcutListProps): ReactElement {
  const [now] = useState(() => groupBy(all, ({ where }) => where));
  return (
    <div ref={ref} tabIndex={-1} className="outline-none">
      {[...now].map(([where, group]) => (
        <section key={where} className="mb-4">
          <h3 className="mb-1 font-medium">{where}</h3>
          <dl>
            {group.map(({ keys, label }) => (
              <div
                key={keys}
                className="flex items-center justify-between gap-4 border-b border-border py-1.5"
              >
                <dt>{label}</dt>
                <dd>
                  <Kbd keys={printedKeys(keys, isApple)} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
