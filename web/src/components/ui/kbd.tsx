import { type ReactElement } from 'react';

/** The keys of a shortcut, as in `Ctrl K`: parts are set apart by spaces. */
export function Kbd({ keys }: { readonly keys: string }): ReactElement {
  return (
    <kbd className="inline-flex gap-1">
      {keys.split(' ').map((key, index) => (
        <kbd
          key={index}
          className="inline-flex h-5 min-w-5 items-center justify-center rounded border border-border bg-sunken px-1 font-sans text-caption text-muted"
        >
          {key}
        </kbd>
      ))}
    </kbd>
  );
}
