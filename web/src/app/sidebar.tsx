import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { lazy, type ReactElement, Suspense, useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import { IconButton } from '@/components/ui/icon-button';
import { Tooltip } from '@/components/ui/tooltip';
import { useEverTrue } from '@/components/use-ever-true';
import { shellCopy } from '@/copy/shell';
import { namespacePath, useNamespaceKey } from './namespace';
import { useMedia } from './media';
import { NamespaceSwitcher } from './namespace-switcher';
import { setPreference, usePreferences } from './preferences';
import { SectionName } from './section-name';
import { commonSections, type Section, namespaceSections } from './sections';

const Drawer = lazy(async () => ({ default: (await import('@/components/ui/drawer')).Drawer }));

/** Below this width there is room for icons only. */
const NARROW = '(width < 64rem)';

/** The way around; narrow, it shows icons alone, whose names stay. */
export function Sidebar(): ReactElement {
  const { isSidebarCollapsed } = usePreferences();
  const isNarrow = useMedia(NARROW);
  const isCollapsed = isSidebarCollapsed || isNarrow;
  const Icon = isCollapsed ? PanelLeftOpen : PanelLeftClose;
  return (
    <nav
      aria-label={shellCopy.navigation}
      className={`sticky top-12 hidden h-[calc(100vh-3rem)] shrink-0 flex-col overflow-y-auto border-e border-border bg-surface p-2 md:flex ${isCollapsed ? 'w-14' : 'w-60'}`}
    >
      <SidebarContent isCollapsed={isCollapsed} />
      {!isNarrow && (
        <IconButton
          className="mt-auto self-end"
          label={isCollapsed ? shellCopy.expand : shellCopy.collapse}
          aria-expanded={!isCollapsed}
          onClick={() => {
            setPreference('isSidebarCollapsed', !isCollapsed);
          }}
        >
          <Icon aria-hidden size={16} />
        </IconButton>
      )}
    </nav>
  );
}

/** The same, over the page, where there is no room beside it. */
export function SidebarDrawer({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}): ReactElement {
  const wasOpened = useEverTrue(isOpen);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current !== pathname) onClose();
    shown.current = pathname;
  }, [pathname, onClose]);
  return (
    <Suspense>
      {wasOpened && (
        <Drawer open={isOpen} onClose={onClose} title={shellCopy.navigation}>
          <nav aria-label={shellCopy.navigation}>
            <SidebarContent isCollapsed={false} />
          </nav>
        </Drawer>
      )}
    </Suspense>
  );
}

function SidebarContent({ isCollapsed }: { readonly isCollapsed: boolean }): ReactElement {
  const namespaceKey = useNamespaceKey();
  return (
    <>
      <NamespaceSwitcher isCollapsed={isCollapsed} />
      {namespaceKey !== '' && (
        <ul className="mt-2 space-y-0.5">
          {namespaceSections.map((section) => (
            <li key={section.path}>
              <SectionLink
                section={section}
                to={namespacePath(namespaceKey, section.path)}
                isCollapsed={isCollapsed}
              />
            </li>
          ))}
        </ul>
      )}
      <hr className="my-2 border-border" />
      <ul className="space-y-0.5">
        {commonSections.map((section) => (
          <li key={section.path}>
            <SectionLink section={section} to={section.path} isCollapsed={isCollapsed} />
          </li>
        ))}
      </ul>
    </>
  );
}

function SectionLink({
  section: { label, icon: Icon, Name = SectionName },
  to,
  isCollapsed,
}: {
  readonly section: Section;
  readonly to: string;
  readonly isCollapsed: boolean;
}): ReactElement {
  return (
    <Tooltip text={isCollapsed ? label : undefined}>
      <NavLink
        to={to}
        className="relative flex h-control items-center gap-3 rounded-control px-3 text-muted before:absolute before:inset-y-1.5 before:start-0 before:w-[3px] before:rounded-full hover:bg-sunken hover:text-text aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-text aria-[current=page]:before:bg-accent"
      >
        <Icon aria-hidden size={16} className="shrink-0" />
        <Suspense fallback={<SectionName label={label} isCollapsed={isCollapsed} />}>
          <Name label={label} isCollapsed={isCollapsed} />
        </Suspense>
      </NavLink>
    </Tooltip>
  );
}
