import { type ReactElement, type ReactNode } from 'react';

/** A visible name above a strip of choices, which brings the same name for screen readers. */
export function LabelledChoice({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <div className="flex flex-col gap-1">
      <span aria-hidden className="font-medium">
        {label}
      </span>
      {children}
    </div>
  );
}
