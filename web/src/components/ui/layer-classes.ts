/** What all small floating layers look like: menus, lists of choices, popovers. */
export const layerClasses =
  'rounded-card border border-border bg-raised text-text shadow-layer outline-none ' +
  'max-h-(--available-height) max-w-(--available-width) overflow-y-auto ' +
  'origin-(--transform-origin) transition-[opacity,transform] duration-120 ' +
  'data-starting-style:scale-98 data-starting-style:opacity-0 data-ending-style:opacity-0';

/** One choice in such a layer. */
export const choiceClasses =
  'flex min-h-control-compact cursor-default items-center gap-2 rounded-control px-2 py-1 outline-none select-none ' +
  'data-highlighted:bg-sunken data-disabled:text-faint';
