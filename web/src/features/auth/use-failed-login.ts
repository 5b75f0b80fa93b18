import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { loginFailure, type LoginFailure } from './login-failure';

const PARAMETER = 'error';

/**
 * What became of a login that the server has sent the browser back from; undefined for none. The
 * address forgets it at once, so that a reload does not tell it again.
 */
export function useFailedLogin(): LoginFailure | undefined {
  const [search, setSearch] = useSearchParams();
  const code = search.get(PARAMETER);
  const [failure] = useState(() => (code === null ? undefined : loginFailure(code)));
  useEffect(() => {
    if (code !== null) setSearch({}, { replace: true });
  }, [code, setSearch]);
  return failure;
}
