import { type ReactElement } from 'react';
import { Link } from 'react-router';
import { shellCopy } from '@/copy/shell';
import { NoPage } from './no-page';

/** Anything that is no page of ours. */
export function NotFoundPage(): ReactElement {
  return (
    <NoPage title={shellCopy.notFound.title} text={shellCopy.notFound.text}>
      <Link to="/" className="text-accent underline">
        {shellCopy.notFound.home}
      </Link>
    </NoPage>
  );
}
