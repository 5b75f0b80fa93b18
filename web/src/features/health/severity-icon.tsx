import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import { type ReactElement } from 'react';
import { type Severity } from '@/lib/health/health-finding';

const icons: Readonly<Record<Severity, ReactElement>> = {
  error: <CircleAlert aria-hidden size={16} className="text-danger" />,
  warning: <TriangleAlert aria-hidden size={16} className="text-warn" />,
  advice: <Info aria-hidden size={16} className="text-accent" />,
};

/** How bad a finding is, at the first line of what it says. */
export function SeverityIcon({ severity }: { readonly severity: Severity }): ReactElement {
  return <span className="flex h-5 items-center">{icons[severity]}</span>;
}
