import { type ReactElement } from 'react';
import { Link } from 'react-router';
import { keyClasses, nameClasses } from '@/components/unbroken';

interface RowLinkProps {
  readonly to: string;
  readonly name: string;
  readonly rowKey: string;
}

/**
 * A name and key as the link that fills its whole row or card: that has to be `relative`, and what else can be used in
 * it has to lie above.
 */
export function RowLink({ to, name, rowKey }: RowLinkProps): ReactElement {
  return (
    <Link
      to={to}
      data-row-link={rowKey}
      className="block min-w-0 rounded-control after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
    >
      <span className={`block font-medium ${nameClasses(name)}`}>{name}</span>{' '}
      <code className={`block text-muted ${keyClasses(rowKey)}`}>{rowKey}</code>
    </Link>
  );
}
