import { useCallback, useEffect, useRef, useState } from 'react';

export interface Selection {
  readonly selected: ReadonlySet<string>;
  /** @param isRange Everything between the last one and this one gets the same. */
  readonly select: (key: string, isSelected: boolean, isRange: boolean) => void;
  readonly selectAll: (keys: readonly string[]) => void;
  readonly clear: () => void;
}

/**
 * Which flags are selected. It is kept by no address: reloading and Back begin without a selection.
 *
 * @param keys Those that are listed, in order.
 */
export function useSelection(keys: readonly string[]): Selection {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string>(undefined);
  const listed = useRef(keys);
  useEffect(() => {
    listed.current = keys;
  });
  const select = useCallback((key: string, isSelected: boolean, isRange: boolean) => {
    const chosen = isRange ? between(listed.current, last.current, key) : [key];
    last.current = key;
    setSelected((before) => {
      const next = new Set(before);
      for (const each of chosen) {
        if (isSelected) next.add(each);
        else next.delete(each);
      }
      return next;
    });
  }, []);
  const selectAll = useCallback((all: readonly string[]) => {
    setSelected(new Set(all));
  }, []);
  const clear = useCallback(() => {
    setSelected(new Set());
  }, []);
  return { selected, select, selectAll, clear };
}

function between(keys: readonly string[], first: string | undefined, second: string): readonly string[] {
  const start = first === undefined ? -1 : keys.indexOf(first);
  const end = keys.indexOf(second);
  if (start < 0 || end < 0) return [second];
  return keys.slice(Math.min(start, end), Math.max(start, end) + 1);
}
