import { type ReactElement, type ReactNode } from 'react';
import { useTitle } from './title';

/** A page that cannot be shown: why, and the way on. */
export function NoPage({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}): ReactElement {
  useTitle(title);
  return (
    <div className="flex max-w-xl flex-col items-start gap-3 py-12">
      <h1 className="text-title font-semibold">{title}</h1>
      <p className="text-muted">{text}</p>
      {children}
    </div>
  );
}
