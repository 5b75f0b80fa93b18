/** One tab; links that act as tabs look the same. */
export const tabClasses =
  'relative inline-flex h-control shrink-0 items-center gap-1.5 px-3 font-medium text-muted -outline-offset-2 ' +
  'hover:text-text data-active:text-text aria-[current=page]:text-text ' +
  'after:absolute after:inset-x-2 after:bottom-0 after:h-0.5 after:rounded-full data-active:after:bg-accent ' +
  'aria-[current=page]:after:bg-accent focus-visible:-outline-offset-2';
