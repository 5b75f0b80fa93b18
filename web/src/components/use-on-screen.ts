import { type RefCallback, useCallback, useState } from 'react';

/** Whether an element is on the screen now, and the ref that it needs for that. */
export function useOnScreen(): readonly [isOnScreen: boolean, ref: RefCallback<Element>] {
  const [isOnScreen, setOnScreen] = useState(false);
  const ref = useCallback((element: Element | null) => {
    if (element === null) return undefined;
    const observer = new IntersectionObserver((entries) => {
      setOnScreen(entries.at(-1)?.isIntersecting === true);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, []);
  return [isOnScreen, ref];
}
