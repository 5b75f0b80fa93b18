import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** How long a page may take to show its heading, in milliseconds. */
const PATIENCE = 2_000;

/** Sends the focus to the heading of a page that was navigated to; screen readers then begin there. */
export function useFocusAfterNavigation(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    const region = main.current;
    if (region === null || shown.current === pathname) return undefined;
    shown.current = pathname;
    window.scrollTo(0, 0);
    if (focusHeading(region)) return undefined;
    const observer = new MutationObserver(() => {
      if (focusHeading(region)) observer.disconnect();
    });
    observer.observe(region, { childList: true, subtree: true });
    const timer = setTimeout(() => {
      observer.disconnect();
    }, PATIENCE);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [main, pathname]);
}

function focusHeading(region: HTMLElement): boolean {
  const heading = region.querySelector('h1');
  if (heading === null) return false;
  // Somebody is typing already: a form that focuses its first field knows better.
  if (region.contains(document.activeElement) && document.activeElement !== region) return true;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}
