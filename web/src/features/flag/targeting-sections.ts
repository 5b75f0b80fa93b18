import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** The anchor of rules and of rollouts: a flag has one of both, and `…/rules` leads to it. */
export const targetingSection = 'rules';

/** Scrolls to the section that the address names, also when the same link is followed again. */
export function useSectionScroll(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash === '') return undefined;
    // After the shell, which begins every page that is navigated to at its top.
    const frame = requestAnimationFrame(() => {
      const section = document.getElementById(hash.slice(1));
      section?.scrollIntoView();
      section?.focus({ preventScroll: true });
    });
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [hash, key]);
}
