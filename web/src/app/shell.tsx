import { type ReactElement, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { shellCopy } from '@/copy/shell';
import { Banners } from './banners';
import { useFocusAfterNavigation } from './focus';
import { useGoToShortcuts } from './go-to-shortcuts';
import { useNoteOpened } from './recents';
import { Redirect } from './redirect';
import { Sidebar, SidebarDrawer } from './sidebar';
import { TopBar } from './top-bar';
import { useSession } from './use-session';
import { rememberWantedRoute } from './wanted-route';

/** The frame around all pages but the login. */
export function Shell(): ReactElement {
  const session = useSession();
  return session.kind === 'signed-out' ? <ToLogin /> : <Frame />;
}

/** Leads to the login, and from there back to what was wanted last. */
function ToLogin(): ReactElement {
  const { pathname, search } = useLocation();
  useEffect(() => {
    rememberWantedRoute(`${pathname}${search}`);
  }, [pathname, search]);
  return <Redirect to="/login" />;
}

function Frame(): ReactElement {
  const main = useRef<HTMLElement>(null);
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  useFocusAfterNavigation(main);
  useGoToShortcuts();
  useNoteOpened();
  return (
    <div className="flex min-h-screen flex-col">
      <button
        type="button"
        className="absolute start-2 top-2 z-50 -translate-y-16 rounded-control bg-accent px-3 py-2 text-on-accent focus:translate-y-0"
        onClick={() => main.current?.focus()}
      >
        {shellCopy.skip}
      </button>
      <TopBar
        onOpenMenu={() => {
          setIsMenuOpen(true);
        }}
      />
      <Banners />
      <div className="flex min-h-0 flex-1">
        <Sidebar />
        <SidebarDrawer
          isOpen={isMenuOpen}
          onClose={() => {
            setIsMenuOpen(false);
          }}
        />
        <main
          ref={main}
          id="main"
          tabIndex={-1}
          className="@container/main min-w-0 flex-1 p-4 outline-none md:p-6"
        >
          <Outlet />
        </main>
      </div>
    </div>
  );
}
