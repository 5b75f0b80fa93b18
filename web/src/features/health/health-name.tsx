import { type ReactElement } from 'react';
import { useNamespaceKey } from '@/app/namespace';
import { Badge } from '@/components/ui/badge';
import { healthCopy as copy } from '@/copy/health';
import { useErrorCount } from './use-error-count';

interface HealthNameProps {
  readonly label: string;
  /** There is room for a dot only. */
  readonly isCollapsed: boolean;
}

/** The name of the section in the sidebar, with how many errors wait there. */
export function HealthName({ label, isCollapsed }: HealthNameProps): ReactElement {
  const count = useErrorCount(useNamespaceKey());
  const name = count === 0 ? label : copy.withErrors(label, count);
  if (isCollapsed) {
    return (
      <>
        <span className="sr-only">{name}</span>
        {count > 0 && <span className="absolute end-2 top-2 size-2 rounded-full bg-danger" />}
      </>
    );
  }
  if (count === 0) return <span>{label}</span>;
  // Read as one name: parts that stand apart are read apart.
  return (
    <>
      <span className="sr-only">{name}</span>
      <span aria-hidden className="flex flex-1 items-center justify-between">
        {label}
        <Badge count={count} tone="danger" />
      </span>
    </>
  );
}
