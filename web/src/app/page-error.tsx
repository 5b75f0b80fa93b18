import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useEffect } from 'react';
import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router';
import { detailsOf } from '@/api/api-error';
import { buildQuery } from '@/api/build';
import { hasBeenOutOfReach } from '@/api/connection';
import { CopyButton } from '@/components/copy-button';
import { Button } from '@/components/ui/button';
import { commonCopy } from '@/copy/common';
import { shellCopy } from '@/copy/shell';
import { isModuleError } from '@/lib/module-error';
import { NoPage } from './no-page';

/** Stands where a page broke; the rest of the shell goes on. */
export function PageError(): ReactElement {
  const error = useRouteError();
  return isModuleError(error) ? <MissingModule /> : <Crash error={error} />;
}

/** A file of the page is gone: either the server has a newer build, or it cannot be reached. */
function MissingModule(): ReactElement {
  const server = useQuery(buildQuery());
  // A part that failed to come while the server was away may be missed only now: the browser does not ask again.
  const isBack = server.isSuccess && hasBeenOutOfReach();
  // Nothing was entered on a page that has never opened.
  useEffect(() => {
    if (isBack) reload();
  }, [isBack]);
  if (server.isSuccess && !isBack) {
    return (
      <NoPage title={shellCopy.newBuild.title} text={shellCopy.newBuild.text}>
        <Button variant="primary" onClick={reload}>
          {commonCopy.reload}
        </Button>
      </NoPage>
    );
  }
  return (
    <NoPage title={shellCopy.start.title} text={shellCopy.start.text}>
      <Button variant="primary" onClick={reload}>
        {commonCopy.retry}
      </Button>
    </NoPage>
  );
}

function Crash({ error }: { readonly error: unknown }): ReactElement {
  const { pathname } = useLocation();
  const copy = shellCopy.crash;
  const details = isRouteErrorResponse(error) ? `${error.status} ${error.statusText}` : detailsOf(error);
  return (
    <NoPage title={copy.title} text={copy.text}>
      <p className="font-mono text-danger">{details.split('\n')[0]}</p>
      <div className="flex gap-2">
        <Button variant="primary" onClick={reload}>
          {copy.reload}
        </Button>
        <CopyButton text={`${pathname}\n${details}`} label={copy.diagnostics} withText />
      </div>
    </NoPage>
  );
}

function reload(): void {
  window.location.reload();
}
