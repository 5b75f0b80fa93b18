import { useQuery } from '@tanstack/react-query';
import { Boxes, ChevronsUpDown } from 'lucide-react';
import { type ReactElement, useEffect, useState } from 'react';
import { namespacesQuery } from '@/api/namespaces';
import { isRefusal } from '@/api/session';
import { loadAhead } from '@/components/load-ahead';
import { Button } from '@/components/ui/button';
import { Popover } from '@/components/ui/popover';
import { shellCopy } from '@/copy/shell';
import { useNamespaceKey } from './namespace';
import { OpenNamespace } from './open-namespace';
import { useShortcut } from './shortcuts';
import { useScope } from './use-session';

const NamespaceChoice = loadAhead(async () => (await import('./namespace-choice')).NamespaceChoice);

/** Shows the namespace and changes it. */
export function NamespaceSwitcher({ isCollapsed }: { readonly isCollapsed: boolean }): ReactElement {
  const copy = shellCopy.namespaces;
  const scope = useScope();
  const namespaceKey = useNamespaceKey();
  const [isOpen, setIsOpen] = useState(false);
  const { data: namespaces, error } = useQuery({ ...namespacesQuery(), enabled: scope === undefined });
  const name = namespaces?.find(({ key }) => key === namespaceKey)?.name ?? namespaceKey;
  useShortcut(
    'g n',
    () => {
      setIsOpen(scope === undefined);
    },
    { label: shellCopy.shortcuts.switchNamespace, where: shellCopy.shortcuts.everywhere },
  );
  useEffect(() => NamespaceChoice.loadWhenTouched(), []);
  const close = (): void => {
    setIsOpen(false);
  };
  const trigger = (
    <Button
      aria-label={copy.label(name === '' ? copy.choose : name)}
      blocked={scope === undefined ? undefined : shellCopy.user.scoped(scope)}
      className="w-full justify-between overflow-hidden px-2 [&>span]:min-w-0 [&>span]:flex-1"
      icon={<Boxes aria-hidden size={16} className="shrink-0" />}
    >
      {!isCollapsed && (
        <>
          <span className="min-w-0 flex-1 truncate text-start">{name === '' ? copy.choose : name}</span>
          <ChevronsUpDown aria-hidden size={14} className="shrink-0 text-muted" />
        </>
      )}
    </Button>
  );
  if (scope !== undefined) return trigger;
  return (
    <Popover trigger={trigger} title={copy.choose} open={isOpen} onOpenChange={setIsOpen}>
      {isRefusal(error) ? (
        <OpenNamespace onOpened={close} />
      ) : (
        <NamespaceChoice.Component namespaces={namespaces ?? []} current={namespaceKey} onChosen={close} />
      )}
    </Popover>
  );
}
