import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { flagCountQuery } from '@/api/flags';
import { namespacesQuery } from '@/api/namespaces';
import { useWriteBlock } from '@/changes';
import { isRefusal } from '@/api/session';
import { shellCopy } from '@/copy/shell';
import { chooseNamespace, namespacePath } from './choose-namespace';
import { NoPage } from './no-page';
import { OpenNamespace } from './open-namespace';
import { usePreferences } from './preferences';
import { Redirect } from './redirect';
import { useScope } from './use-session';
import { forgetWantedRoute, wantedRoute } from './wanted-route';

/** Where `#/` leads: to what was wanted before the login, to the first-run page, or to the flags. */
export function HomeRedirect(): ReactElement {
  const [wanted] = useState(wantedRoute);
  // Once it is led to, and not before: React may begin to show this, and begin again.
  useEffect(forgetWantedRoute, []);
  if (wanted !== undefined) return <Redirect to={wanted} />;
  return <InNamespace>{(namespaceKey) => <FirstPage namespaceKey={namespaceKey} />}</InNamespace>;
}

/** `#/flags/…` and its like, which name no namespace, lead into the one of the last visit. */
export function RememberedRedirect(): ReactElement {
  const { pathname, search } = useLocation();
  const rest = pathname.split('/').filter((segment) => segment !== '');
  const segments = rest[0] === 'namespaces' ? ['flags'] : rest.map(decodeURIComponent);
  return (
    <InNamespace>
      {(namespaceKey) => <Redirect to={{ pathname: namespacePath(namespaceKey, ...segments), search }} />}
    </InNamespace>
  );
}

function FirstPage({ namespaceKey }: { readonly namespaceKey: string }): ReactElement | null {
  const { isOnboarded } = usePreferences();
  // The first steps are writes.
  const canWrite = useWriteBlock(undefined, 'CreateChange', namespaceKey) === undefined;
  const isDone = isOnboarded || !canWrite;
  const count = useQuery({ ...flagCountQuery(namespaceKey), enabled: !isDone });
  if (isDone || count.isError || (count.data ?? 0) > 0) {
    return <Redirect to={namespacePath(namespaceKey, 'flags')} />;
  }
  return count.data === undefined ? null : <Redirect to="/onboarding" />;
}

/** Chooses a namespace for an address without one, or says that there is none. */
function InNamespace({
  children,
}: {
  readonly children: (namespaceKey: string) => ReactElement;
}): ReactElement | null {
  const scope = useScope();
  const { namespaceKey: lastUsed } = usePreferences();
  const { data, error } = useQuery({ ...namespacesQuery(), enabled: scope === undefined });
  if (scope !== undefined) return children(scope);
  if (isRefusal(error)) return lastUsed === '' ? <OpenNamespace /> : children(lastUsed);
  if (error !== null) throw error;
  if (data === undefined) return null;
  const chosen = chooseNamespace(data, lastUsed);
  if (chosen !== undefined) return children(chosen);
  return <NoPage title={shellCopy.namespaces.noneTitle} text={shellCopy.namespaces.noneText} />;
}
