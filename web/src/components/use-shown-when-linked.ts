import { type RefObject, useEffect, useRef } from 'react';

/** Brings an entry onto the screen when the address points at it; for the `ref` of its element. */
export function useShownWhenLinked<E extends Element>(isLinked: boolean): RefObject<E | null> {
  const entry = useRef<E>(null);
  useEffect(() => {
    if (isLinked) entry.current?.scrollIntoView({ block: 'nearest' });
  }, [isLinked]);
  return entry;
}
