import { useQuery } from '@tanstack/react-query';
import { type ReactElement } from 'react';
import { metaQuery } from '@/api/meta';
import { methodsQuery } from '@/api/methods';
import { type LoginMethod } from '@/api/types';
import { useTitle } from '@/app/title';
import { DataState } from '@/components/data-state';
import { Chip } from '@/components/ui/chip';
import { commonCopy } from '@/copy/common';
import { loginCopy } from '@/copy/login';
import { loginChoices } from './login-choices';
import { type LoginFailure } from './login-failure';
import { NoLogin } from './no-login';
import { ProviderLogin } from './provider-login';
import { TokenLogin } from './token-login';
import { useFailedLogin } from './use-failed-login';

/** Gets a person in with the fewest decisions. */
export function Component(): ReactElement {
  useTitle(commonCopy.pages.login);
  const methods = useQuery(methodsQuery());
  const failed = useFailedLogin();
  // Known before the login only where the server tells it to everybody.
  const { data: meta } = useQuery({ ...metaQuery(), enabled: false });
  const label = meta?.topbarLabel ?? '';
  return (
    <main className="mx-auto flex min-h-screen w-full max-w-md flex-col justify-center gap-6 p-4 py-12">
      <header>
        <p className="flex flex-wrap items-center gap-2 text-muted">
          {commonCopy.product}
          {label !== '' && <Chip>{label}</Chip>}
        </p>
        <h1 className="text-title font-semibold">{loginCopy.title}</h1>
      </header>
      <DataState query={methods} what={loginCopy.what}>
        {(list) => <LoginMethods methods={list} failed={failed} />}
      </DataState>
    </main>
  );
}

interface LoginMethodsProps {
  readonly methods: readonly LoginMethod[];
  /** What became of the login that the browser comes back from. */
  readonly failed: LoginFailure | undefined;
}

function LoginMethods({ methods, failed }: LoginMethodsProps): ReactElement {
  const choices = loginChoices(methods);
  const hasToken = methods.some(({ method, enabled }) => method === 'METHOD_TOKEN' && enabled);
  return (
    <>
      {choices.length > 0 ? (
        <ProviderLogin choices={choices} failed={failed} />
      ) : (
        <NoLogin methods={methods} />
      )}
      {choices.length > 0 && hasToken && (
        <p className="flex items-center gap-3 text-muted before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
          {loginCopy.or}
        </p>
      )}
      {hasToken && <TokenLogin isFirst={choices.length === 0} />}
    </>
  );
}
