import { useIsFetching, useQuery } from '@tanstack/react-query';
import { Menu as MenuIcon } from 'lucide-react';
import { type ReactElement, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { connectionLost } from '@/api/connection';
import { metaQuery } from '@/api/meta';
import { useIsReadOnly } from '@/changes';
import { Chip } from '@/components/ui/chip';
import { IconButton } from '@/components/ui/icon-button';
import { commonCopy } from '@/copy/common';
import { shellCopy } from '@/copy/shell';
import { PaletteButton } from '@/features/palette';
import { Breadcrumbs } from './breadcrumbs';
import { topBarColours } from './topbar-colour';
import { UserMenu } from './user-menu';
import { useScope } from './use-session';

/** Where one is, in which environment, and as whom. */
export function TopBar({ onOpenMenu }: { readonly onOpenMenu: () => void }): ReactElement {
  const scope = useScope();
  const { data: meta } = useQuery({ ...metaQuery(), enabled: false });
  const label = meta?.topbarLabel ?? '';
  const isReadOnly = useIsReadOnly();
  const colours = topBarColours(meta?.topbarColor ?? '');
  return (
    <header
      aria-label={shellCopy.banner}
      style={colours.bar}
      className="sticky top-0 z-20 flex h-12 items-center gap-3 border-b border-border bg-surface px-3 text-text"
    >
      {colours.strip !== undefined && (
        <div aria-hidden style={{ background: colours.strip }} className="absolute inset-x-0 top-0 h-1" />
      )}
      <ProgressLine />
      <IconButton label={shellCopy.openMenu} className="md:hidden" onClick={onOpenMenu}>
        <MenuIcon aria-hidden size={16} />
      </IconButton>
      <Link to="/" className="hidden rounded-sm font-semibold md:block">
        {commonCopy.product}
      </Link>
      <Breadcrumbs />
      <div className="ms-auto flex shrink-0 items-center gap-2">
        <PaletteButton />
        {label !== '' && <Chip>{label}</Chip>}
        {scope !== undefined && <Chip>{shellCopy.user.scoped(scope)}</Chip>}
        {isReadOnly && <Chip tone="warn">{commonCopy.readOnly}</Chip>}
        <LiveDot />
        <UserMenu />
      </div>
    </header>
  );
}

function LiveDot(): ReactElement {
  const isLost = useSyncExternalStore(connectionLost.subscribe, connectionLost.get);
  const text = isLost ? shellCopy.lost : shellCopy.live;
  return (
    <span role="img" aria-label={text} title={text} className="flex size-6 items-center justify-center">
      <span className={`size-2 rounded-full ${isLost ? 'border-2 border-warn' : 'bg-on'}`} />
    </span>
  );
}

/** A thin line while something is read again in the background; short reads do not show. */
function ProgressLine(): ReactElement {
  const isFetching = useIsFetching() > 0;
  return (
    <div
      aria-hidden
      className={`absolute inset-x-0 -bottom-px h-0.5 bg-accent transition-opacity delay-150 ${isFetching ? 'opacity-100' : 'opacity-0'}`}
    />
  );
}
