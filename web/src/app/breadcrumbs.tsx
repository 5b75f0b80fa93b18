import { ChevronRight } from 'lucide-react';
import { type ReactElement } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import { shellCopy } from '@/copy/shell';
import { crumbsOf } from './crumbs';

/** `{namespace} / Flags / {key}`. */
export function Breadcrumbs(): ReactElement {
  const { pathname } = useLocation();
  const { namespaceKey } = useParams();
  const crumbs = crumbsOf(pathname, namespaceKey);
  return (
    <nav aria-label={shellCopy.breadcrumb} className="min-w-0">
      {/* The space around it is for the ring of the focus, which would be cut off. */}
      <ol className="-m-1 flex items-center gap-1 overflow-hidden p-1 text-secondary whitespace-nowrap">
        {crumbs.map(({ label, to }, index) => (
          <li key={index} className="flex min-w-0 items-center gap-1">
            {index > 0 && <ChevronRight aria-hidden size={14} className="shrink-0 text-faint" />}
            {index === crumbs.length - 1 ? (
              <span aria-current="location" className="truncate">
                {label}
              </span>
            ) : (
              <Link to={to} className="truncate text-muted hover:text-text hover:underline">
                {label}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
