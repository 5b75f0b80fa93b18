import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useEffect } from 'react';
import { Outlet } from 'react-router';
import { isNotFound } from '@/api/api-error';
import { namespaceQuery, namespacesQuery } from '@/api/namespaces';
import { isRefusal } from '@/api/session';
import { shellCopy } from '@/copy/shell';
import { useNamespaceKey } from './namespace';
import { NoPage } from './no-page';
import { OpenNamespace } from './open-namespace';
import { setPreference } from './preferences';
import { useScope } from './use-session';

/** Shows the pages of a namespace that exists, and remembers it for the next visit. */
export function NamespaceGate(): ReactElement {
  const namespaceKey = useNamespaceKey();
  const scope = useScope();
  const { data: namespaces, isError } = useQuery({ ...namespacesQuery(), enabled: scope === undefined });
  const isListed = namespaces?.some(({ key }) => key === namespaceKey) === true;
  // Asked alone where it is not listed: it may be new, or listing may be refused.
  const one = useQuery({
    ...namespaceQuery(namespaceKey),
    enabled: !isListed && (namespaces !== undefined || isError || scope !== undefined),
  });
  const isThere = isListed || one.data !== undefined;
  useEffect(() => {
    if (isThere) setPreference('namespaceKey', namespaceKey);
  }, [isThere, namespaceKey]);

  if (!isListed && isNotFound(one.error)) {
    return (
      <NoPage title={shellCopy.namespaces.missing(namespaceKey)} text={shellCopy.namespaces.missingText} />
    );
  }
  if (!isListed && isRefusal(one.error)) {
    const { refused, othersText, noneText } = shellCopy.namespaces;
    const hasOthers = namespaces !== undefined && namespaces.length > 0;
    return (
      <NoPage title={refused(namespaceKey)} text={hasOthers ? othersText : noneText}>
        {!hasOthers && <OpenNamespace />}
      </NoPage>
    );
  }
  return <Outlet key={namespaceKey} />;
}
